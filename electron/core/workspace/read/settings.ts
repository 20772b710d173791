import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';

/** A small value that belongs to the workspace; undefined when there is none. */
export function getSetting(sql: Sql, key: string): string | undefined {
  const row = sql.get`SELECT value FROM settings WHERE key = ${key}`;
  return row && textCell(row, 'value');
}
