import type { Geometry } from 'geojson';
import { textStart } from '../../../../../shared/cut-text.ts';
import { foldText } from '../../../../../shared/fold-text.ts';
import {
  type LayerFeatureDetail,
  type LayerFeatureRow,
  type LayerListRequest,
  type LayerValue,
  maxLayerCategories,
  maxShownText,
  type VectorLayer,
} from '../../../../../shared/layers/vector-layer.ts';
import type { Steps } from '../../../base/steps.ts';
import { textCell } from '../../file/cells.ts';
import type { PropertyValue } from '../../file/columns/property-chunk.ts';
import { decodeEnvelope } from '../../file/geopackage/read-geometry-blob.ts';
import { decodeLayerGeometry } from '../../file/layers/layer-geometry.ts';
import { quoteName, startOfText, valueExpression } from '../../file/layers/layer-table.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { createBoundedCache } from '../memory/bounded-cache.ts';
import { compareText } from '../memory/compare-text.ts';
import type { FieldColumn } from '../memory/field-column.ts';
import { ascendingOrder } from '../memory/sort-order.ts';
import { joinGeometries } from './layer-geojson.ts';
import { versionOf } from './layer-index.ts';
import { columnsOfLayer } from './list-layers.ts';
import { visitRows } from './visit-rows.ts';

/** Maximum time of a step that reads rows, in milliseconds. */
const stepMs = 40;
/** A larger geometry is not sent to the page: some 60,000 positions. */
const maxShownBytes = 2 ** 20;
/** Characters of a value by which features are colored. */
const categoryLength = 100;

/** Features of a layer by their numbers; values are in the order of the layer's attributes. One that is gone has none. */
export function* layerRows(
  sql: Sql,
  layer: VectorLayer,
  fids: Iterable<number>,
): Steps<readonly LayerFeatureRow[]> {
  const read = createRowReader(sql, layer);
  const rows: LayerFeatureRow[] = [];
  let deadline = performance.now() + stepMs;
  for (const fid of fids) {
    rows.push(read(fid) ?? { fid, values: layer.attributes.map(() => null) });
    if (performance.now() < deadline) continue;
    yield;
    deadline = performance.now() + stepMs;
  }
  return rows;
}

/** Values of a column as text, the most frequent first; of a long text its beginning. */
export function* frequentValues(sql: Sql, layer: VectorLayer, column: string): Steps<readonly string[]> {
  const counts = new Map<string, number>();
  const add = (_: number, row: SqlRow) => {
    const value = textCell(row, 'value');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  const condition = `${quoteName(column)} NOT NULL`;
  yield* visitRows(sql, layer.table, [`${categoryOf(layer, column)} AS value`], add, { condition });
  let frequent: Counted[] = [];
  for (const entry of counts) {
    const last = frequent.at(-1);
    if (last && frequent.length === maxLayerCategories && byFrequency(last, entry) < 0) continue;
    frequent = [...frequent, entry].sort(byFrequency).slice(0, maxLayerCategories);
  }
  return frequent.map(([value]) => value);
}

type Counted = readonly [value: string, count: number];

function byFrequency([one, count]: Counted, [other, otherCount]: Counted): number {
  return otherCount - count || compareText(one, other);
}

/** The value of a column as SQL, as text by which features are colored. */
export function categoryOf(layer: VectorLayer, column: string): string {
  return `substr(CAST(${valueExpression(layer, column)} AS TEXT), 1, ${categoryLength})`;
}

/** A feature of a layer by its number; undefined when there is none. */
export function layerFeature(sql: Sql, layer: VectorLayer, fid: number): LayerFeatureDetail | undefined {
  const row = createRowReader(sql, layer)(fid);
  if (!row) return undefined;
  const { geom } = sql.get(`SELECT geom FROM ${layer.table} WHERE fid = ?`, fid) ?? {};
  return { ...row, geometry: geom instanceof Uint8Array ? shownGeometry(geom) : null };
}

/** A geometry; of one with very many positions its plain extent. */
function shownGeometry(blob: Uint8Array): Geometry | null {
  const extent = decodeEnvelope(blob);
  if (!extent || blob.length < maxShownBytes) return joinGeometries(decodeLayerGeometry(blob));
  const { minX, minY, maxX, maxY } = extent;
  // An edge of 180° or more would be taken for one across the antimeridian.
  const longitudes = [0, 1 / 3, 2 / 3, 1].map((share) => minX + share * (maxX - minX));
  const south = longitudes.map((longitude) => [longitude, minY]);
  const north = longitudes.toReversed().map((longitude) => [longitude, maxY]);
  const ring = [...south, ...north, [minX, minY]];
  return { type: 'Polygon', coordinates: [ring] };
}

function createRowReader(sql: Sql, layer: VectorLayer): (fid: number) => LayerFeatureRow | undefined {
  const present = columnsOfLayer(sql, layer);
  const columns = layer.attributes.map(({ column }, index) =>
    present.has(column)
      ? `${startOfText(valueExpression(layer, column), maxShownText + 1)} AS c${index}`
      : `NULL AS c${index}`,
  );
  const statement = sql.database.prepare(
    `SELECT ${['fid', ...columns].join(', ')} FROM ${layer.table} WHERE fid = ?`,
  );
  return (number) => {
    const row = statement.get(number);
    return row && { fid: number, values: layer.attributes.map((_, index) => toValue(row[`c${index}`])) };
  };
}

function toValue(cell: SqlRow[string] | undefined): LayerValue {
  if (typeof cell === 'string')
    return cell.length > maxShownText ? `${textStart(cell, maxShownText)}…` : cell;
  return typeof cell === 'number' ? cell : null;
}

/** Characters of a text by which features are sorted; they can have megabytes. */
const sortedLength = 200;
/** Memory limit of cached orders: a million features have 8 MB. */
const maxBytes = 48 * 2 ** 20;

type OrderRequest = Omit<LayerListRequest, 'id'>;

/** Reads the numbers of a layer's features in the order of a table; they are cached until the table has changed. */
export function createLayerOrders(sql: Sql) {
  const cache = createBoundedCache(maxBytes);
  const cached = (key: readonly unknown[], read: () => Steps<Float64Array>) =>
    cache.inSteps(JSON.stringify(key), read, ({ byteLength }) => byteLength);
  return {
    /** The features that have the text in one of their attributes, and the number of all. */
    *of(
      layer: VectorLayer,
      { text = '', sort }: OrderRequest,
    ): Steps<{ readonly fids: Float64Array; readonly all: number }> {
      const table = [layer.table, versionOf(sql, layer.table)];
      const all = yield* cached(table, () => readFids(sql, layer, ''));
      const matching = text === '' ? all : yield* cached([...table, text], () => readFids(sql, layer, text));
      if (sort.column === null && sort.order === 'ASC') return { fids: matching, all: all.length };
      const fids = yield* cached([...table, text, sort], () => sortFids(sql, layer, matching, sort));
      return { fids, all: all.length };
    },
  };
}

function* readFids(sql: Sql, layer: VectorLayer, text: string): Steps<Float64Array> {
  const columns =
    text === '' ? [] : presentColumns(sql, layer).map((column) => valueExpression(layer, column));
  const part = foldText(text);
  const fids: number[] = [];
  const has = (row: SqlRow) =>
    columns.some((_, index) => {
      const value = row[`c${index}`];
      return (
        (typeof value === 'string' || typeof value === 'number') && foldText(String(value)).includes(part)
      );
    });
  const add = (fid: number, row: SqlRow) => {
    if (text === '' || has(row)) fids.push(fid);
  };
  yield* visitRows(
    sql,
    layer.table,
    columns.map((column, index) => `${column} AS c${index}`),
    add,
  );
  return Float64Array.from(fids);
}

function* sortFids(
  sql: Sql,
  layer: VectorLayer,
  fids: Float64Array,
  { column, order }: OrderRequest['sort'],
): Steps<Float64Array> {
  const isPresent = column !== null && presentColumns(sql, layer).includes(column);
  const ascending = isPresent
    ? yield* ascendingOrder(yield* readKeys(sql, layer, fids, column))
    : fids.map((_, index) => index);
  yield;
  // Equal values go by falling number when the values fall, as in the table of detections.
  const indexes = order === 'ASC' ? ascending : ascending.toReversed();
  return Float64Array.from(indexes, (index) => fids[index] as number);
}

/** The values of a column of these features, which ascend. */
function* readKeys(sql: Sql, layer: VectorLayer, fids: Float64Array, column: string): Steps<FieldColumn> {
  const codes = new Uint32Array(fids.length);
  const values: (PropertyValue | null)[] = [null];
  let at = 0;
  const add = (fid: number, { value }: SqlRow) => {
    if (fids[at] !== fid) return;
    if (typeof value === 'string' || typeof value === 'number') codes[at] = values.push(value) - 1;
    at += 1;
  };
  yield* visitRows(
    sql,
    layer.table,
    [`${startOfText(valueExpression(layer, column), sortedLength)} AS value`],
    add,
  );
  if (values.some((value) => typeof value === 'string')) return { kind: 'coded', codes, values };
  return {
    kind: 'numbers',
    numbers: Float64Array.from(codes, (code) => (values[code] as number | null) ?? Number.NaN),
  };
}

function presentColumns(sql: Sql, layer: VectorLayer): readonly string[] {
  const present = columnsOfLayer(sql, layer);
  return layer.attributes.map(({ column }) => column).filter((column) => present.has(column));
}
