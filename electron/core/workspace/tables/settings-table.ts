import type { Sql } from '../file/sql.ts';

/** Adds or replaces a small value. */
export function saveSetting(sql: Sql, key: string, value: string): void {
  sql.transaction(() => sql.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value));
}
