import type { DatabaseSync } from 'node:sqlite';
import type { WorkspaceCounts } from '../../../../shared/workspace/workspace-file.ts';
import { countRows, createSql } from '../../workspace/file/sql.ts';

/** Counts the content of a workspace of any schema. A table that a schema lacks counts as empty. */
export function countWorkspace(database: DatabaseSync): WorkspaceCounts {
  const sql = createSql(database);
  const count = (table: string, condition = 'TRUE') =>
    hasTable(database, table) ? countRows(sql, `${table} WHERE ${condition}`) : 0;
  return {
    records: count('records'),
    // Not the sum that the records state: other programs may have removed some.
    detections: count('detections') + count('detection_areas'),
    areas: count('areas'),
    orders: count('orders'),
    drafts: count('order_drafts', 'deleted_at IS NULL'),
    // An undone review stays as a row without content.
    reviews: count('reviews', "verdict NOT NULL OR flagged <> 0 OR note <> ''"),
  };
}

/** Whether the file has a table of this name. */
export function hasTable(database: DatabaseSync, table: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined
  );
}
