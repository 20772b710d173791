import { type VectorLayer, vectorLayerSchema } from '../../../../../shared/layers/vector-layer.ts';
import { textCell } from '../../file/cells.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';

/** The layers of the user's own, the newest last. */
export function listLayers(sql: Sql): VectorLayer[] {
  return sql.all('SELECT body FROM layers ORDER BY id').map(parseLayer);
}

/** Undefined when there is none. */
export function findLayer(sql: Sql, id: string): VectorLayer | undefined {
  const row = sql.get`SELECT body FROM layers WHERE layer_id = ${id}`;
  return row && parseLayer(row);
}

function parseLayer(row: SqlRow): VectorLayer {
  return vectorLayerSchema.parse(JSON.parse(textCell(row, 'body')));
}

/** Names of the columns that the table of a layer has, which other programs may have changed. */
export function columnsOfLayer(sql: Sql, { table }: Pick<VectorLayer, 'table'>): ReadonlySet<string> {
  return new Set(sql.all`SELECT name FROM pragma_table_info(${table})`.map((row) => textCell(row, 'name')));
}
