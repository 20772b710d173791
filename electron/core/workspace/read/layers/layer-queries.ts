import { createHash } from 'node:crypto';
import type Point from '@mapbox/point-geometry';
import { fromVectorTileJs } from '@maplibre/vt-pbf';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
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
import { bytesCell } from '../../file/cells.ts';
import { decodeLayerGeometry } from '../../file/layers/layer-geometry.ts';
import { startOfText, valueExpression } from '../../file/layers/layer-table.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import type { Query } from '../query.ts';
import { type GeoJsonRequest, layerGeoJson } from './layer-geojson.ts';
import { createLayerIndexes, type LayerIndex } from './layer-index.ts';
import { categoryOf, createLayerOrders, frequentValues, layerFeature, layerRows } from './layer-rows.ts';
import { columnsOfLayer, findLayer, listLayers } from './list-layers.ts';
import {
  bufferedTileBounds,
  type TileAddress,
  tileExtent,
  tileX,
  tileY,
  toTileGeometry,
} from './tile-geometry.ts';
import { visitRows } from './visit-rows.ts';

/** Queries over the layers of the user's own. */
export function createLayerQueries(sql: Sql) {
  const indexes = createLayerIndexes(sql);
  const orders = createLayerOrders(sql);
  return {
    listLayers: (): VectorLayer[] => listLayers(sql),
    /** The additions of the second layer to the first; undefined when there is no such layer. */
    compareLayers: inSteps(
      (id: string, newerId: string): Steps<LayerComparison | undefined> =>
        whilePresent(sql, [id, newerId], ([layer, newer]) => compareLayers(sql, layer, newer)),
    ),
    /** Features as GeoJSON; undefined when there is no such layer. */
    layerGeoJson(id: string, request: GeoJsonRequest) {
      const layer = findLayer(sql, id);
      return layer && layerGeoJson(sql, layer, request);
    },
    /** A vector tile; undefined when there is no such layer. */
    layerTile: inSteps(
      (id: string, tile: TileAddress): Steps<Uint8Array<ArrayBuffer> | undefined> =>
        whilePresent(sql, [id], function* ([layer]) {
          return yield* layerTile(sql, layer, yield* indexes.of(layer), tile);
        }),
    ),
    /** The most frequent values of a column as text; undefined when there is no such layer or column. */
    layerValues: inSteps(
      ({ id, column }: LayerColumnRequest): Steps<readonly string[] | undefined> =>
        whilePresent(sql, [id], function* ([layer]) {
          if (!columnsOfLayer(sql, layer).has(column)) return undefined;
          return yield* frequentValues(sql, layer, column);
        }),
    ),
    /** A feature; undefined when there is no such one. */
    layerFeature({ id, fid }: LayerFeatureRequest): LayerFeatureDetail | undefined {
      const layer = findLayer(sql, id);
      return layer && layerFeature(sql, layer, fid);
    },
    /** A page of features; undefined when there is no such layer. */
    layerFeatures: inSteps(
      ({ id, offset, limit, ...request }: LayerPageRequest): Steps<LayerPage | undefined> =>
        whilePresent(sql, [id], function* ([layer]) {
          const { fids, all } = yield* orders.of(layer, request);
          const rows = yield* layerRows(sql, layer, fids.subarray(offset, offset + limit));
          return { rows, total: fids.length, all };
        }),
    ),
  };
}

/**
 * Reads layers in steps, between which one may be removed, which is undefined, or get another content, which is read
 * instead.
 */
function* whilePresent<Ids extends readonly string[], Result>(
  sql: Sql,
  ids: readonly [...Ids],
  read: (layers: { readonly [Index in keyof Ids]: VectorLayer }) => Steps<Result | undefined>,
): Steps<Result | undefined> {
  for (;;) {
    const layers = ids.flatMap((id) => findLayer(sql, id) ?? []);
    if (layers.length < ids.length) return undefined;
    try {
      return yield* read(layers as unknown as { readonly [Index in keyof Ids]: VectorLayer });
    } catch (error) {
      if (layers.every(({ id, table }) => findLayer(sql, id)?.table === table)) throw error;
    }
  }
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
    if (!(yield* isUnique(sql, layer, one)) || !(yield* isUnique(sql, newer, other))) continue;
    key = candidate;
    break;
  }
  const keyColumns = key?.columns ?? ['geom', 'geom'];
  const former = yield* readContents(
    sql,
    layer,
    keyColumns[0],
    shared.map(({ columns }) => columns[0]),
  );
  const latter = yield* readContents(
    sql,
    newer,
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
function* isUnique(sql: Sql, layer: VectorLayer, column: string): Steps<boolean> {
  const names = new Set<SqlRow[string]>();
  let rows = 0;
  const add = (_: number, { name }: SqlRow) => {
    rows += 1;
    if (name !== null && name !== undefined) names.add(name instanceof Uint8Array ? digest([name]) : name);
  };
  const isDone = () => names.size < rows;
  yield* visitRows(sql, layer.table, [`${valueExpression(layer, column)} AS name`], add, { isDone });
  return names.size === rows;
}

type Content = { readonly content: string; readonly count: number };

/** A digest of each feature's geometry and attributes by its key; of several with one key, of all of them. */
function* readContents(
  sql: Sql,
  layer: VectorLayer,
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
  const values = columns.map((column, index) => `${valueExpression(layer, column)} AS c${index}`);
  yield* visitRows(sql, layer.table, ['geom', ...values, `${valueExpression(layer, key)} AS key`], add);
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

type TileFeature = {
  readonly type: 1 | 2 | 3;
  readonly id: number;
  readonly properties: Record<string, string | number>;
  readonly parts: Point[][];
};

/** Maximum time of a step that reads geometries, in milliseconds. */
const stepMs = 40;
/** Characters of a label: features can have texts of megabytes. */
const maxLabelLength = 200;
/** Features in a tile above which one that is less than a pixel stands for all others in its cell. */
const crowded = 2_000;
/** In units of the tile, which is drawn 512 pixels wide. */
const onePixel = 8;
/** Side of such a cell, in units of the tile: four pixels. */
const cellSize = 32;

/**
 * A Mapbox Vector Tile of a layer. The id of a feature is its number; `label` is its label, `category` the index of its
 * color. Where features are crowded, those that are less than a pixel are thinned out.
 */
function* layerTile(
  sql: Sql,
  layer: VectorLayer,
  { fids, trees }: LayerIndex,
  tile: TileAddress,
): Steps<Uint8Array<ArrayBuffer>> {
  const { table, style } = layer;
  const [west, south, east, north] = bufferedTileBounds(tile);
  const found: { readonly fid: number; readonly turn: number }[] = [];
  for (const turn of [-360, 0, 360]) {
    const box = [west - turn, south, east - turn, north] as const;
    for (const index of yield* findFeatures(trees, box, tile, turn))
      found.push({ fid: fids[index] ?? 0, turn });
  }
  const present = columnsOfLayer(sql, layer);
  const hasLabel = style.label !== null && present.has(style.label);
  const label =
    hasLabel && style.label !== null
      ? `, ${startOfText(valueExpression(layer, style.label), maxLabelLength)} AS label`
      : '';
  const { categories } = style;
  const category =
    categories && present.has(categories.column)
      ? `, ${categoryOf(layer, categories.column)} AS category`
      : '';
  const indexes = new Map(categories?.colors.map(({ value }, index) => [value, index]));
  const read = `SELECT geom${label}${category} FROM ${table} WHERE fid = ?`;
  const features: TileFeature[] = [];
  let deadline = performance.now() + stepMs;
  for (const { fid, turn } of found) {
    const row = sql.get(read, fid);
    if (row) {
      const properties: TileFeature['properties'] = {};
      const value = row.label;
      if (typeof value === 'string' || typeof value === 'number') properties.label = value;
      const index = indexes.get(String(row.category));
      if (index !== undefined) properties.category = index;
      for (const geometry of decodeLayerGeometry(bytesCell(row, 'geom')))
        addFeature(features, geometry, tile, turn, fid, properties);
    }
    if (performance.now() < deadline) continue;
    yield;
    deadline = performance.now() + stepMs;
  }
  return encodeTile(features);
}

function addFeature(
  features: TileFeature[],
  geometry: SimpleGeometry,
  tile: TileAddress,
  turn: number,
  id: number,
  properties: TileFeature['properties'],
): void {
  const { type, parts } = toTileGeometry(geometry, tile, turn);
  if (parts.length > 0) features.push({ type, id, properties, parts });
}

/** All features in a box or, where they are crowded, the larger ones and the first of the others in each cell. */
function* findFeatures(
  trees: LayerIndex['trees'],
  box: readonly [number, number, number, number],
  tile: TileAddress,
  turn: number,
): Steps<readonly number[]> {
  const all: number[] = [];
  const thinned: number[] = [];
  const taken = new Set<number>();
  for (const { first, tree } of trees) {
    // A million features are tested here, so that nothing is created for each of them.
    tree.search(...box, (index, minX, minY, maxX, maxY) => {
      if (all.length < crowded) all.push(first + index);
      const [left, top] = [tileX(tile, minX + turn), tileY(tile, maxY)];
      const isLarge = tileX(tile, maxX + turn) - left > onePixel || tileY(tile, minY) - top > onePixel;
      const cell = Math.floor(left / cellSize) * tileExtent + Math.floor(top / cellSize);
      if (isLarge || !taken.has(cell)) thinned.push(first + index);
      if (!isLarge) taken.add(cell);
      return false;
    });
    yield;
  }
  return all.length < crowded ? all : thinned;
}

function encodeTile(features: readonly TileFeature[]): Uint8Array<ArrayBuffer> {
  const layer = {
    version: 2,
    name: 'layer',
    extent: tileExtent,
    length: features.length,
    feature(index: number) {
      const { type, id, properties, parts } = features[index] as TileFeature;
      return { type, id, properties, extent: tileExtent, loadGeometry: () => parts };
    },
  };
  return new Uint8Array(fromVectorTileJs({ layers: features.length > 0 ? { layer } : {} }));
}
