import ImageTile from 'ol/ImageTile.js';
import TileLayer from 'ol/layer/Tile.js';
import TileImage from 'ol/source/TileImage.js';
import TileState from 'ol/TileState.js';
import OlTileGrid from 'ol/tilegrid/TileGrid.js';
import { getCrs } from '../../../shared/map-sources/map-crs.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { getTileGrid, minLevelOf, type TiledSource } from '../../../shared/map-sources/source-grid.ts';
import type { TileGrid } from '../../../shared/map-sources/tile-grid.ts';
import { MissingTiles } from './missing-tiles.ts';
import { registerCrs } from './register-crs.ts';
import { type SourceLayer, type SourceLayerEvents, tiledSourceLayer } from './source-layer.ts';

/** Coordinate systems that wrap at the antimeridian. */
const wrappingSystems: ReadonlySet<string> = new Set(['EPSG:3857', 'EPSG:4326', 'CRS:84']);

/** A source of image tiles, in any supported coordinate system. */
export function createImageTilesLayer(
  source: TiledSource & MapSource,
  events: Pick<SourceLayerEvents, 'status'>,
): SourceLayer {
  const grid = getTileGrid(source);
  registerCrs(grid.crs);
  const missing = new MissingTiles(grid, events.status);
  const olSource = new TileImage({
    projection: grid.crs,
    tileGrid: olGridOf(grid, minLevelOf(source)),
    wrapX: wrappingSystems.has(grid.crs),
    tileUrlFunction: ([z = 0, x = 0, y = 0]) => `/tiles/${source.id}/${z}/${x}/${y}`,
    tileLoadFunction: (tile, url) => {
      if (tile instanceof ImageTile) void load(tile, url);
    },
  });
  // A reprojected tile is not updated when one of its source tiles is loaded later.
  const isReprojected = grid.crs !== 'EPSG:3857';
  let isRefreshing = false;
  const refresh = () => {
    if (isRefreshing) return;
    isRefreshing = true;
    queueMicrotask(() => {
      isRefreshing = false;
      olSource.refresh();
    });
  };
  const load = async (tile: ImageTile, url: string) => {
    const image = tile.getImage();
    const [z = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number);
    const response = await missing.fetch(url, { z, x, y }, () => (isReprojected ? refresh() : tile.load()));
    if (response.kind === 'tile' && image instanceof HTMLImageElement) show(image, response.blob);
    else tile.setState(response.kind === 'none' ? TileState.EMPTY : TileState.ERROR);
  };
  const layer = new TileLayer({ source: olSource, ...maxResolutionOption(grid, minLevelOf(source)) });
  return tiledSourceLayer(layer, olSource, missing);
}

function show(image: HTMLImageElement, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const release = () => URL.revokeObjectURL(url);
  image.addEventListener('load', release, { once: true });
  image.addEventListener('error', release, { once: true });
  image.src = url;
}

/** Converts a tile grid to one of OpenLayers. */
export function olGridOf({ levels }: TileGrid, minZoom: number): OlTileGrid {
  return new OlTileGrid({
    minZoom,
    resolutions: levels.map(({ resolution }) => resolution),
    origins: levels.map(({ origin }) => [...origin]),
    tileSizes: levels.map(({ tileWidth, tileHeight }) => [tileWidth, tileHeight]),
    sizes: levels.map(({ columns, rows }) => [columns, rows]),
  });
}

/** The maximum resolution of a layer: beyond it the coarsest level would need very many tiny tiles. */
export function maxResolutionOption(grid: TileGrid, firstLevel: number): { readonly maxResolution?: number } {
  const coarsest = grid.levels[firstLevel];
  if (!coarsest) return {};
  return { maxResolution: coarsest.resolution * getCrs(grid.crs).metresPerUnit * 4 };
}
