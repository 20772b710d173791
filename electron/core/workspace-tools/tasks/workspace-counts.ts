import type { DatabaseSync } from 'node:sqlite';
import type { WorkspaceCounts } from '../../../../shared/workspace/workspace-file.ts';
import { numberCell } from '../../workspace/cells.ts';

/** How much a workspace of any schema holds. A table that a schema lacks has nothing. */
export function countWorkspace(database: DatabaseSync): WorkspaceCounts {
  const count = (table: string, select: string) => {
    if (!hasTable(database, table)) return 0;
    const row = database.prepare(select).get();
    return row ? numberCell(row, 'count') : 0;
  };
  const countAll = (table: string) => count(table, `SELECT count(*) AS count FROM ${table}`);
  return {
    records: countAll('records'),
    detections: count('records', 'SELECT coalesce(sum(detections), 0) AS count FROM records'),
    areas: countAll('areas'),
    orders: countAll('orders'),
    drafts: count('order_drafts', 'SELECT count(*) AS count FROM order_drafts WHERE deleted_at IS NULL'),
    reviews: countAll('reviews'),
  };
}

/** Whether the file has a table of this name. */
export function hasTable(database: DatabaseSync, table: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined
  );
}
