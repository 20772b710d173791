import type {
  LayerColumnRequest,
  LayerComparison,
  LayerFeatureRequest,
  LayerFeatureRow,
  LayerPageRequest,
  VectorLayer,
} from '../../../../../shared/layers/vector-layer.ts';
import { finish, type Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';
import type { Query } from '../query.ts';
import { compareLayers } from './compare-layers.ts';
import { layerGeoJson } from './layer-geojson.ts';
import { createLayerIndexes } from './layer-index.ts';
import { frequentValues, layerRow, layerRows } from './layer-rows.ts';
import { layerTile } from './layer-tile.ts';
import { columnsOfLayer, findLayer, listLayers } from './list-layers.ts';
import type { TileAddress } from './tile-geometry.ts';

/** Queries over the layers of the user's own. */
export function createLayerQueries(sql: Sql) {
  const indexes = createLayerIndexes(sql);
  function* readTile(id: string, tile: TileAddress): Steps<Uint8Array<ArrayBuffer> | undefined> {
    const layer = findLayer(sql, id);
    return layer && (yield* layerTile(sql, layer, yield* indexes.of(layer), tile));
  }
  const layerTileQuery: Query<[id: string, tile: TileAddress], Uint8Array<ArrayBuffer> | undefined> =
    Object.assign((id: string, tile: TileAddress) => finish(readTile(id, tile)), {
      inSteps: readTile,
      isHandedOver: false,
    });
  function* compare(id: string, newerId: string): Steps<LayerComparison | undefined> {
    const [layer, newer] = [findLayer(sql, id), findLayer(sql, newerId)];
    return layer && newer && (yield* compareLayers(sql, layer, newer));
  }
  const compareLayersQuery: Query<[id: string, newerId: string], LayerComparison | undefined> = Object.assign(
    (id: string, newerId: string) => finish(compare(id, newerId)),
    { inSteps: compare, isHandedOver: false },
  );
  return {
    listLayers: (): VectorLayer[] => listLayers(sql),
    /** What the second layer has that the first does not; undefined when there is no such layer. */
    compareLayers: compareLayersQuery,
    /** Features as GeoJSON after one of them; undefined when there is no such layer. */
    layerGeoJson(id: string, options: { readonly after: number; readonly areasOnly: boolean }) {
      const layer = findLayer(sql, id);
      return layer && layerGeoJson(sql, layer, options);
    },
    /** A vector tile; undefined when there is no such layer. */
    layerTile: layerTileQuery,
    /** The most frequent values of a column as text; undefined when there is no such layer or column. */
    layerValues({ id, column }: LayerColumnRequest): readonly string[] | undefined {
      const layer = findLayer(sql, id);
      return layer && columnsOfLayer(sql, layer).has(column) ? frequentValues(sql, layer, column) : undefined;
    },
    /** A feature; undefined when there is no such one. */
    layerFeature({ id, fid }: LayerFeatureRequest): LayerFeatureRow | undefined {
      const layer = findLayer(sql, id);
      return layer && layerRow(sql, layer, fid);
    },
    /** A page of features; undefined when there is no such layer. */
    layerFeatures({ id, ...page }: LayerPageRequest): LayerFeatureRow[] | undefined {
      const layer = findLayer(sql, id);
      return layer && layerRows(sql, layer, page);
    },
  };
}
