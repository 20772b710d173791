import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import type RenderFeature from 'ol/render/Feature.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import TileState from 'ol/TileState.js';
import VectorTile from 'ol/VectorTile.js';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { getTileGrid, minLevelOf } from '../../../shared/map-sources/source-grid.ts';
import { maxResolutionOption, olGridOf } from './image-tiles-layer.ts';
import { MissingTiles } from './missing-tiles.ts';
import { type SourceLayer, type SourceLayerEvents, tiledSourceLayer } from './source-layer.ts';
import { vectorStyle } from './vector-style.ts';

/** A source of Mapbox Vector Tiles, in a plain dark style. */
export function createVectorTilesLayer(
  source: Extract<MapSource, { kind: 'pmtiles' }>,
  events: Pick<SourceLayerEvents, 'status'>,
): SourceLayer {
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
