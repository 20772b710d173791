import { createHash } from 'node:crypto';
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
import { quoteName } from '../../file/layers/layer-table.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import type { Query } from '../query.ts';
import { type GeoJsonRequest, layerGeoJson } from './layer-geojson.ts';
import { createLayerIndexes } from './layer-index.ts';
import { createLayerOrders, frequentValues, layerFeature, layerRows } from './layer-rows.ts';
import { layerTile } from './layer-tile.ts';
import { columnsOfLayer, findLayer, listLayers } from './list-layers.ts';
import type { TileAddress } from './tile-geometry.ts';
import { visitRows } from './visit-rows.ts';

/** Queries over the layers of the user's own. */
export function createLayerQueries(sql: Sql) {
  const indexes = createLayerIndexes(sql);
  const orders = createLayerOrders(sql);
  return {
    listLayers: (): VectorLayer[] => listLayers(sql),
    /** The additions of the second layer to the first; undefined when there is no such layer. */
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

/** Attributes whose values are tested for whether they name features. */
const maxKeys = 8;
/** Features that are compared in one step, some ten milliseconds. */
const comparedInStep = 2 ** 15;

/** An attribute that both layers have, by its columns in both. */
type Shared = { readonly name: string; readonly columns: readonly [string, string] };

/**
 * The additions of another layer to a layer. Features are the same by the first attribute that both have and whose
 * values are unique in both, else by their geometry.
 */
function* compareLayers(sql: Sql, layer: VectorLayer, newer: VectorLayer): Steps<LayerComparison> {
  const shared = sharedAttributes(sql, layer, newer);
  let key: Shared | undefined;
  for (const candidate of shared.slice(0, maxKeys)) {
    const [one, other] = candidate.columns;
    if (!(yield* isUnique(sql, layer.table, one)) || !(yield* isUnique(sql, newer.table, other))) continue;
    key = candidate;
    break;
  }
  const keyColumns = key?.columns ?? ['geom', 'geom'];
  const former = yield* readContents(
    sql,
    layer.table,
    keyColumns[0],
    shared.map(({ columns }) => columns[0]),
  );
  const latter = yield* readContents(
    sql,
    newer.table,
    keyColumns[1],
    shared.map(({ columns }) => columns[1]),
  );
  let [added, changed, same, compared] = [0, 0, 0, 0];
  for (const [name, content] of latter) {
    compared += 1;
    if (compared % comparedInStep === 0) yield;
    const before = former.get(name);
    if (before === undefined) added += content.count;
    else {
      added += Math.max(0, content.count - before.count);
      if (before.content === content.content) same += Math.min(content.count, before.count);
      else changed += Math.min(content.count, before.count);
    }
  }
  let removed = 0;
  for (const [name, { count }] of former) {
    removed += Math.max(0, count - (latter.get(name)?.count ?? 0));
    compared += 1;
    if (compared % comparedInStep === 0) yield;
  }
  const newerNames = new Set(newer.attributes.map(({ name }) => name));
  return {
    ...{ key: key?.name ?? null, added, removed, changed, same },
    missingAttributes: layer.attributes.map(({ name }) => name).filter((name) => !newerNames.has(name)),
  };
}

function sharedAttributes(sql: Sql, layer: VectorLayer, newer: VectorLayer): readonly Shared[] {
  const [present, presentInNewer] = [columnsOfLayer(sql, layer), columnsOfLayer(sql, newer)];
  return layer.attributes.flatMap(({ name, column }) => {
    const other = newer.attributes.find((attribute) => attribute.name === name)?.column;
    return other !== undefined && present.has(column) && presentInNewer.has(other)
      ? [{ name, columns: [column, other] as const }]
      : [];
  });
}

/** Whether each feature has a value that no other has. */
function* isUnique(sql: Sql, table: string, column: string): Steps<boolean> {
  const names = new Set<SqlRow[string]>();
  let rows = 0;
  const add = (_: number, { name }: SqlRow) => {
    rows += 1;
    if (name !== null && name !== undefined) names.add(name instanceof Uint8Array ? digest([name]) : name);
  };
  yield* visitRows(sql, table, [`${quoteName(column)} AS name`], add, { isDone: () => names.size < rows });
  return names.size === rows;
}

type Content = { readonly content: string; readonly count: number };

/** A digest of each feature's geometry and attributes by its key; of several with one key, of all of them. */
function* readContents(
  sql: Sql,
  table: string,
  key: string,
  columns: readonly string[],
): Steps<ReadonlyMap<string, Content>> {
  const contents = new Map<string, Content>();
  const add = (_: number, row: SqlRow) => {
    const name = digest([row.key]);
    const content = digest([row.geom, ...columns.map((_, index) => row[`c${index}`])]);
    const known = contents.get(name);
    contents.set(name, { content: (known?.content ?? '') + content, count: (known?.count ?? 0) + 1 });
  };
  const values = columns.map((column, index) => `${quoteName(column)} AS c${index}`);
  yield* visitRows(sql, table, ['geom', ...values, `${quoteName(key)} AS key`], add);
  return contents;
}

function digest(values: readonly unknown[]): string {
  const hash = createHash('sha1');
  for (const value of values) {
    if (value instanceof Uint8Array) hash.update(`${value.length}:`).update(value);
    else hash.update(JSON.stringify(value ?? null)).update('\0');
  }
  return hash.digest('base64');
}
