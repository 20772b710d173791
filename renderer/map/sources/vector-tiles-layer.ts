import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import type RenderFeature from 'ol/render/Feature.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import TileState from 'ol/TileState.js';
import VectorTile from 'ol/VectorTile.js';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { firstLevelOf, gridOf } from '../../../shared/map-sources/source-grid.ts';
import { nearEnough, olGridOf } from './image-tiles-layer.ts';
import { MissingTiles } from './missing-tiles.ts';
import type { SourceLayer, SourceReports } from './source-layer.ts';
import { vectorStyle } from './vector-style.ts';

/** A source of Mapbox Vector Tiles, drawn plainly and dark. */
export function createVectorTilesLayer(
  source: Extract<MapSource, { kind: 'pmtiles' }>,
  reports: Pick<SourceReports, 'status'>,
): SourceLayer {
  const grid = gridOf(source);
  const missing = new MissingTiles(grid, reports.status);
  const format = new MVT();
  const olSource = new VectorTileSource({
    format,
    projection: grid.crs,
    tileGrid: olGridOf(grid, firstLevelOf(source)),
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
    const answer = await missing.fetch(url, { z, x, y }, () => olSource.refresh());
    if (answer.kind === 'tile') {
      try {
        tile.setFeatures(format.readFeatures(await answer.blob.arrayBuffer(), options));
      } catch {
        // A damaged tile is an empty place, like one that the archive does not have.
        tile.setFeatures([]);
      }
    } else if (answer.kind === 'none') tile.setFeatures([]);
    else tile.setState(TileState.ERROR);
  };
  const layer = new VectorTileLayer({
    source: olSource,
    style: vectorStyle,
    declutter: true,
    ...nearEnough(grid, firstLevelOf(source)),
  });
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
