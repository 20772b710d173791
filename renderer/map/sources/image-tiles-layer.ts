import ImageTile from 'ol/ImageTile.js';
import TileLayer from 'ol/layer/Tile.js';
import TileImage from 'ol/source/TileImage.js';
import TileState from 'ol/TileState.js';
import OlTileGrid from 'ol/tilegrid/TileGrid.js';
import { worldCrs } from '../../../shared/map-sources/map-crs.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { firstLevelOf, gridOf, type TiledSource } from '../../../shared/map-sources/source-grid.ts';
import type { TileGrid } from '../../../shared/map-sources/tile-grid.ts';
import { MissingTiles } from './missing-tiles.ts';
import { registerSystem } from './register-systems.ts';
import type { SourceLayer, SourceReports } from './source-layer.ts';

/** Systems in which the world goes on behind the antimeridian. */
const worldSystems: ReadonlySet<string> = new Set(['EPSG:3857', 'EPSG:4326', 'CRS:84']);

/** A source of image tiles, in whatever coordinate system its tiles come. */
export function createImageTilesLayer(
  source: TiledSource & MapSource,
  reports: Pick<SourceReports, 'status'>,
): SourceLayer {
  const grid = gridOf(source);
  registerSystem(grid.crs);
  const missing = new MissingTiles(grid, reports.status);
  const olSource = new TileImage({
    projection: grid.crs,
    tileGrid: olGridOf(grid, firstLevelOf(source)),
    wrapX: worldSystems.has(grid.crs),
    tileUrlFunction: ([z = 0, x = 0, y = 0]) => `/tiles/${source.id}/${z}/${x}/${y}`,
    tileLoadFunction: (tile, url) => {
      if (tile instanceof ImageTile) void load(tile, url);
    },
  });
  // What is reprojected from tiles does not learn that one of them has come after all.
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
    const answer = await missing.fetch(url, { z, x, y }, () => (isReprojected ? refresh() : tile.load()));
    if (answer.kind === 'tile' && image instanceof HTMLImageElement) show(image, answer.blob);
    else tile.setState(answer.kind === 'none' ? TileState.EMPTY : TileState.ERROR);
  };
  const layer = new TileLayer({ source: olSource, ...nearEnough(grid, firstLevelOf(source)) });
  return {
    layer,
    setView: (box, zoom) => missing.setView(box, zoom),
    retry: () => missing.retry(),
    dispose() {
      missing.dispose();
      layer.dispose();
      olSource.dispose();
    },
  };
}

function show(image: HTMLImageElement, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const release = () => URL.revokeObjectURL(url);
  image.addEventListener('load', release, { once: true });
  image.addEventListener('error', release, { once: true });
  image.src = url;
}

/** The grid as OpenLayers has it. */
export function olGridOf({ levels }: TileGrid, minZoom: number): OlTileGrid {
  return new OlTileGrid({
    minZoom,
    resolutions: levels.map(({ resolution }) => resolution),
    origins: levels.map(({ origin }) => [...origin]),
    tileSizes: levels.map(({ tileWidth, tileHeight }) => [tileWidth, tileHeight]),
    sizes: levels.map(({ columns, rows }) => [columns, rows]),
  });
}

/** Farther away the coarsest level would need a great many tiles, each a few pixels large. */
export function nearEnough(grid: TileGrid, firstLevel: number): { readonly maxResolution?: number } {
  const coarsest = grid.levels[firstLevel];
  if (!coarsest) return {};
  return { maxResolution: coarsest.resolution * worldCrs(grid.crs).metresPerUnit * 4 };
}
