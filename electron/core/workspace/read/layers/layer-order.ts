import { foldText } from '../../../../../shared/fold-text.ts';
import type { LayerListRequest, VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import type { Steps } from '../../../base/steps.ts';
import type { PropertyValue } from '../../file/columns/property-chunk.ts';
import { quoteName, startOfText } from '../../file/layers/layer-table.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { createBoundedCache } from '../memory/bounded-cache.ts';
import type { FieldColumn } from '../memory/field-column.ts';
import { ascendingOrder } from '../memory/sort-order.ts';
import { versionOf } from './layer-index.ts';
import { columnsOfLayer } from './list-layers.ts';
import { visitRows } from './visit-rows.ts';

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
  const columns = text === '' ? [] : presentColumns(sql, layer).map((column) => quoteName(column));
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
function* readKeys(sql: Sql, { table }: VectorLayer, fids: Float64Array, column: string): Steps<FieldColumn> {
  const codes = new Uint32Array(fids.length);
  const values: (PropertyValue | null)[] = [null];
  let at = 0;
  const add = (fid: number, { value }: SqlRow) => {
    if (fids[at] !== fid) return;
    if (typeof value === 'string' || typeof value === 'number') codes[at] = values.push(value) - 1;
    at += 1;
  };
  yield* visitRows(sql, table, [`${startOfText(quoteName(column), sortedLength)} AS value`], add);
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
