import { pathToFileURL } from 'node:url';
import type { VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import { createLayerTable, quoteName } from './layer-table.ts';

/** Attaches another workspace as `source`, for reading. Returns what detaches it. */
export function attachForReading(sql: Sql, path: string): () => void {
  sql.run`ATTACH ${sqliteAddress(pathToFileURL(path))} AS source`;
  return () => sql.run('DETACH source');
}

/** The address of a file for SQLite, which opens it for reading; SQLite takes no host, so that a share's is in the path. */
export function sqliteAddress({ href }: URL): string {
  return `${href.replace(/^file:\/\/(?=[^/])/, 'file:////')}?mode=ro`;
}

/**
 * Creates the table of a layer with the rows that it has in the attached `source`. Columns that another program has added
 * stay behind.
 */
export function copyLayerTable(sql: Sql, layer: VectorLayer): void {
  createLayerTable(sql.database, layer);
  const present = new Set(
    sql
      .all("SELECT name FROM pragma_table_info(?, 'source')", layer.table)
      .map((row) => textCell(row, 'name')),
  );
  const columns = ['fid', 'geom', ...layer.attributes.map(({ column }) => column)]
    .filter((column) => present.has(column))
    .map(quoteName)
    .join(', ');
  sql.run(`INSERT INTO main.${layer.table} (${columns}) SELECT ${columns} FROM source.${layer.table}`);
}
