import type { DatabaseSync } from 'node:sqlite';
import type { WorkspaceCounts } from '../../../../shared/workspace/workspace-file.ts';
import { numberCell } from '../../workspace/file/cells.ts';

/** Counts the content of a workspace of any schema. A table that a schema lacks counts as empty. */
export function countWorkspace(database: DatabaseSync): WorkspaceCounts {
  const count = (table: string, select: string) => {
    if (!hasTable(database, table)) return 0;
    const row = database.prepare(select).get();
    return row ? numberCell(row, 'count') : 0;
  };
  const countAll = (table: string) => count(table, `SELECT count(*) AS count FROM ${table}`);
  return {
    records: countAll('records'),
    // Not the sum that the records state: other programs may have removed some.
    detections: countAll('detections') + countAll('detection_areas'),
    areas: countAll('areas'),
    orders: countAll('orders'),
    drafts: count('order_drafts', 'SELECT count(*) AS count FROM order_drafts WHERE deleted_at IS NULL'),
    // An undone review stays as a row without content.
    reviews: count(
      'reviews',
      `SELECT count(*) AS count FROM reviews WHERE verdict NOT NULL OR flagged <> 0 OR note <> ''`,
    ),
  };
}

/** Whether the file has a table of this name. */
export function hasTable(database: DatabaseSync, table: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined
  );
}
