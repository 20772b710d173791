import { readSync } from 'node:fs';
import { numberCell, textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import { findRowsOnPages, type KeyRange } from './rows-on-pages.ts';

/** Tables whose damaged rows are named. All of them have rowids. */
const tables = [
  'detections',
  'detection_areas',
  'records',
  'processors',
  'sensors',
  'reviews',
  'review_history',
] as const;

/** The rows that lie on damaged pages, by their table; a table without any is left out. */
export type DamagedRows = Readonly<Partial<Record<(typeof tables)[number], readonly KeyRange[]>>>;

/**
 * Finds the rows on damaged pages of a file, which must not have been written since its pages were compared; `descriptor` is
 * that of `PageCheck`.
 */
export function findDamagedRows(
  sql: Sql,
  { descriptor, pageSize }: { readonly descriptor: number; readonly pageSize: number },
  damaged: readonly number[],
): DamagedRows {
  const page = (number: number) => {
    const bytes = Buffer.alloc(pageSize);
    const length = readSync(descriptor, bytes, 0, pageSize, (number - 1) * pageSize);
    return length === pageSize ? bytes : undefined;
  };
  const pages = new Set(damaged);
  const roots = sql
    .all("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .map((row) => [textCell(row, 'name'), numberCell(row, 'rootpage')] as const);
  const rowsOf = new Map(roots.map(([name, root]) => [name, root]));
  return Object.fromEntries(
    tables.flatMap((table) => {
      const root = rowsOf.get(table);
      const rows = root === undefined ? [] : findRowsOnPages(page, root, pages);
      return rows.length === 0 ? [] : [[table, rows]];
    }),
  );
}
