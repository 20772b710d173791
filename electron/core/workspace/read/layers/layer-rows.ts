import { textStart } from '../../../../../shared/cut-text.ts';
import {
  type LayerFeatureRow,
  type LayerPageRequest,
  type LayerValue,
  maxLayerCategories,
  type VectorLayer,
} from '../../../../../shared/layers/vector-layer.ts';
import { numberCell, textCell } from '../../file/cells.ts';
import { quoteName } from '../../file/layers/layer-table.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { columnsOfLayer } from './list-layers.ts';

/** Characters of a text that a list shows. */
const shownLength = 1_000;
/** Characters of a value by which features are colored. */
const categoryLength = 100;

/** Features of a layer in the order of their numbers; values are in the order of the layer's attributes. */
export function layerRows(
  sql: Sql,
  layer: VectorLayer,
  { offset, limit }: Omit<LayerPageRequest, 'id'>,
): LayerFeatureRow[] {
  return readRows(sql, layer, 'ORDER BY fid LIMIT ? OFFSET ?', limit, offset);
}

/** Values of a column as text, the most frequent first; of a long text its beginning. */
export function frequentValues(sql: Sql, { table }: VectorLayer, column: string): readonly string[] {
  return sql
    .all(
      `SELECT ${categoryOf(column)} AS value FROM ${table} WHERE ${quoteName(column)} NOT NULL
       GROUP BY value ORDER BY count(*) DESC, value LIMIT ?`,
      maxLayerCategories,
    )
    .map((row) => textCell(row, 'value'));
}

/** The value of a column as SQL, as text by which features are colored. */
export function categoryOf(column: string): string {
  return `substr(CAST(${quoteName(column)} AS TEXT), 1, ${categoryLength})`;
}

/** A feature of a layer by its number; undefined when there is none. */
export function layerRow(sql: Sql, layer: VectorLayer, fid: number): LayerFeatureRow | undefined {
  return readRows(sql, layer, 'WHERE fid = ?', fid)[0];
}

function readRows(
  sql: Sql,
  layer: VectorLayer,
  rest: string,
  ...values: readonly (string | number)[]
): LayerFeatureRow[] {
  const present = columnsOfLayer(sql, layer);
  const columns = layer.attributes.map(({ column }, index) =>
    present.has(column) ? `${quoteName(column)} AS c${index}` : `NULL AS c${index}`,
  );
  const rows = sql.all(`SELECT ${['fid', ...columns].join(', ')} FROM ${layer.table} ${rest}`, ...values);
  return rows.map((row) => ({
    fid: numberCell(row, 'fid'),
    values: layer.attributes.map((_, index) => toValue(row[`c${index}`])),
  }));
}

function toValue(cell: SqlRow[string] | undefined): LayerValue {
  if (typeof cell === 'string') return cell.length > shownLength ? `${textStart(cell, shownLength)}…` : cell;
  return typeof cell === 'number' ? cell : null;
}
