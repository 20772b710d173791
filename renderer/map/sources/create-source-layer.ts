import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import ImageTile from 'ol/ImageTile.js';
import LayerGroup from 'ol/layer/Group.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import type RenderFeature from 'ol/render/Feature.js';
import TileImage from 'ol/source/TileImage.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import TileState from 'ol/TileState.js';
import OlTileGrid from 'ol/tilegrid/TileGrid.js';
import VectorTile from 'ol/VectorTile.js';
import { getCrs } from '../../../shared/map-sources/map-crs.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { getTileGrid, minLevelOf, type TiledSource } from '../../../shared/map-sources/source-grid.ts';
import type { TileGrid } from '../../../shared/map-sources/tile-grid.ts';
import { mapColors, mapFont, perScheme } from '../map-colors.ts';
import { MissingTiles } from './missing-tiles.ts';
import { registerCrs } from './register-crs.ts';
import { type MapSourceLayer, type SourceLayerEvents, tiledSourceLayer } from './source-layer.ts';
import { healthyStatus } from './source-status.ts';

/** The layer that draws a source. */
export function createSourceLayer(source: MapSource, events: SourceLayerEvents): MapSourceLayer {
  switch (source.kind) {
    case 'geotiff':
      return createGeotiffLayer(`/sources/${source.id}`, events);
    case 'pmtiles':
      events.bounds(source.bounds);
      return source.content === 'vector'
        ? createVectorTilesLayer(source, events)
        : createImageTilesLayer(source, events);
    default:
      return createImageTilesLayer(source, events);
  }
}

/** A GeoTIFF at a local URL, read in parts as needed for the view. */
function createGeotiffLayer(url: string, events: SourceLayerEvents): MapSourceLayer {
  const layer = new LayerGroup();
  let hasProblem = false;
  let latest = 0;
  const report = (problem: string | null, details?: string) => {
    hasProblem = problem !== null;
    events.status({ ...healthyStatus, problem, details });
  };
  const open = async () => {
    latest += 1;
    const ticket = latest;
    hasProblem = false;
    // The reader is large, and rarely needed.
    const { openGeotiff } = await import('./geotiff-raster.ts');
    const opened = await openGeotiff(url, (problem) => ticket === latest && report(problem));
    if (ticket !== latest) return;
    if (!opened.ok) return report(opened.failure.message, opened.failure.details);
    layer.getLayers().push(opened.value.layer);
    events.bounds(opened.value.bounds);
    report(null);
  };
  const clear = () => {
    latest += 1;
    for (const each of layer.getLayers().getArray()) each.dispose();
    layer.getLayers().clear();
  };
  void open();
  return {
    layer,
    setView: () => {},
    retry() {
      if (!hasProblem) return;
      clear();
      void open();
    },
    dispose: clear,
  };
}

/** A source of Mapbox Vector Tiles, in a plain dark style. */
function createVectorTilesLayer(
  source: Extract<MapSource, { kind: 'pmtiles' }>,
  events: Pick<SourceLayerEvents, 'status'>,
): MapSourceLayer {
  const grid = getTileGrid(source);
  const missing = new MissingTiles(grid, events.status);
  const format = new MVT();
  const olSource = new VectorTileSource({
    format,
    projection: grid.crs,
    tileGrid: olGridOf(grid, minLevelOf(source)),
    tileUrlFunction: ([z = 0, x = 0, y = 0]) => `/tiles/${source.id}/${z}/${x}/${y}`,
    tileLoadFunction: (tile, url) => {
      if (!(tile instanceof VectorTile)) return;
      tile.setLoader((extent, _resolution, projection) => {
        void load(tile, url, { extent, featureProjection: projection });
      });
    },
  });
  const load = async (
    tile: VectorTile<RenderFeature>,
    url: string,
    options: NonNullable<Parameters<MVT['readFeatures']>[1]>,
  ) => {
    const [z = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number);
    const response = await missing.fetch(url, { z, x, y }, () => olSource.refresh());
    if (response.kind === 'tile') {
      try {
        tile.setFeatures(format.readFeatures(await response.blob.arrayBuffer(), options));
      } catch {
        // A damaged tile is shown empty, like a missing one.
        tile.setFeatures([]);
      }
    } else if (response.kind === 'none') tile.setFeatures([]);
    else tile.setState(TileState.ERROR);
  };
  const layer = new VectorTileLayer({
    source: olSource,
    style: vectorStyle,
    declutter: true,
    ...maxResolutionOption(grid, minLevelOf(source)),
  });
  return tiledSourceLayer(layer, olSource, missing);
}

const fills = perScheme(({ sea, land, tileCover, tileBuilding }) => ({
  water: new Style({ fill: new Fill({ color: sea }), zIndex: 1 }),
  land: new Style({ fill: new Fill({ color: land }), zIndex: 0 }),
  cover: new Style({ fill: new Fill({ color: tileCover }), zIndex: 2 }),
  building: new Style({ fill: new Fill({ color: tileBuilding }), zIndex: 4 }),
}));

const lines = perScheme(({ tileWaterLine, tileBorder, tileRoad, tileLine }) => ({
  water: new Style({ stroke: new Stroke({ color: tileWaterLine, width: 1 }), zIndex: 3 }),
  border: new Style({ stroke: new Stroke({ color: tileBorder, width: 1, lineDash: [4, 3] }), zIndex: 6 }),
  road: new Style({ stroke: new Stroke({ color: tileRoad, width: 1 }), zIndex: 5 }),
  other: new Style({ stroke: new Stroke({ color: tileLine, width: 0.8 }), zIndex: 5 }),
}));

/**
 * A style for tiles of any schema. Layers are recognized by words in their names (OpenMapTiles, Protomaps, Shortbread).
 */
function vectorStyle(feature: FeatureLike): Style | undefined {
  const layer = String(feature.get('layer') ?? '').toLowerCase();
  switch (feature.getGeometry()?.getType()) {
    case 'Polygon':
    case 'MultiPolygon':
      if (/water|ocean|sea|lake/.test(layer)) return fills().water;
      if (/build/.test(layer)) return fills().building;
      return /cover|use|park|wood|forest|green/.test(layer) ? fills().cover : fills().land;
    case 'LineString':
    case 'MultiLineString':
      if (/water|river/.test(layer)) return lines().water;
      if (/bound|admin|border/.test(layer)) return lines().border;
      return /road|transport|street|highway/.test(layer) ? lines().road : lines().other;
    default:
      return labelStyle(feature);
  }
}

function labelStyle(feature: FeatureLike): Style | undefined {
  const name: unknown = feature.get('name:en') ?? feature.get('name');
  if (typeof name !== 'string' || name === '') return undefined;
  return new Style({
    text: new Text({
      text: name,
      font: mapFont,
      fill: new Fill({ color: mapColors().tileText }),
      stroke: new Stroke({ color: mapColors().halo, width: 3 }),
    }),
    zIndex: 7,
  });
}

/** Coordinate systems that wrap at the antimeridian. */
const wrappingSystems: ReadonlySet<string> = new Set(['EPSG:3857', 'EPSG:4326', 'CRS:84']);

/** A source of image tiles, in any supported coordinate system. */
function createImageTilesLayer(
  source: TiledSource & MapSource,
  events: Pick<SourceLayerEvents, 'status'>,
): MapSourceLayer {
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
function olGridOf({ levels }: TileGrid, minZoom: number): OlTileGrid {
  return new OlTileGrid({
    minZoom,
    resolutions: levels.map(({ resolution }) => resolution),
    origins: levels.map(({ origin }) => [...origin]),
    tileSizes: levels.map(({ tileWidth, tileHeight }) => [tileWidth, tileHeight]),
    sizes: levels.map(({ columns, rows }) => [columns, rows]),
  });
}

/** The maximum resolution of a layer: beyond it the coarsest level would need very many tiny tiles. */
function maxResolutionOption(grid: TileGrid, firstLevel: number): { readonly maxResolution?: number } {
  const coarsest = grid.levels[firstLevel];
  if (!coarsest) return {};
  return { maxResolution: coarsest.resolution * getCrs(grid.crs).metresPerUnit * 4 };
}
