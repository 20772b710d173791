import type {
  LayerColumnRequest,
  LayerComparison,
  LayerFeatureDetail,
  LayerFeatureRequest,
  LayerPage,
  LayerPageRequest,
  VectorLayer,
} from '../../../../../shared/layers/vector-layer.ts';
import { finish, type Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';
import type { Query } from '../query.ts';
import { compareLayers } from './compare-layers.ts';
import { type GeoJsonRequest, layerGeoJson } from './layer-geojson.ts';
import { createLayerIndexes } from './layer-index.ts';
import { createLayerOrders } from './layer-order.ts';
import { frequentValues, layerFeature, layerRows } from './layer-rows.ts';
import { layerTile } from './layer-tile.ts';
import { columnsOfLayer, findLayer, listLayers } from './list-layers.ts';
import type { TileAddress } from './tile-geometry.ts';

/** Queries over the layers of the user's own. */
export function createLayerQueries(sql: Sql) {
  const indexes = createLayerIndexes(sql);
  const orders = createLayerOrders(sql);
  return {
    listLayers: (): VectorLayer[] => listLayers(sql),
    /** What the second layer has that the first does not; undefined when there is no such layer. */
    compareLayers: inSteps(function* (id: string, newerId: string): Steps<LayerComparison | undefined> {
      const [layer, newer] = [findLayer(sql, id), findLayer(sql, newerId)];
      return layer && newer && (yield* compareLayers(sql, layer, newer));
    }),
    /** Features as GeoJSON; undefined when there is no such layer. */
    layerGeoJson(id: string, request: GeoJsonRequest) {
      const layer = findLayer(sql, id);
      return layer && layerGeoJson(sql, layer, request);
    },
    /** A vector tile; undefined when there is no such layer. */
    layerTile: inSteps(function* (id: string, tile: TileAddress): Steps<Uint8Array<ArrayBuffer> | undefined> {
      const layer = findLayer(sql, id);
      return layer && (yield* layerTile(sql, layer, yield* indexes.of(layer), tile));
    }),
    /** The most frequent values of a column as text; undefined when there is no such layer or column. */
    layerValues: inSteps(function* ({
      id,
      column,
    }: LayerColumnRequest): Steps<readonly string[] | undefined> {
      const layer = findLayer(sql, id);
      if (!layer || !columnsOfLayer(sql, layer).has(column)) return undefined;
      return yield* frequentValues(sql, layer, column);
    }),
    /** A feature; undefined when there is no such one. */
    layerFeature({ id, fid }: LayerFeatureRequest): LayerFeatureDetail | undefined {
      const layer = findLayer(sql, id);
      return layer && layerFeature(sql, layer, fid);
    },
    /** A page of features; undefined when there is no such layer. */
    layerFeatures: inSteps(function* ({
      id,
      offset,
      limit,
      ...request
    }: LayerPageRequest): Steps<LayerPage | undefined> {
      const layer = findLayer(sql, id);
      if (!layer) return undefined;
      const { fids, all } = yield* orders.of(layer, request);
      const rows = yield* layerRows(sql, layer, fids.subarray(offset, offset + limit));
      return { rows, total: fids.length, all };
    }),
  };
}

/** A query that can be performed at once or in its steps. */
function inSteps<Args extends readonly unknown[], Result>(
  read: (...args: Args) => Steps<Result>,
): Query<Args, Result> {
  return Object.assign((...args: Args) => finish(read(...args)), { inSteps: read, isHandedOver: false });
}
