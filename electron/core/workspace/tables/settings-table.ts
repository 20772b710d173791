import type { Sql } from '../file/sql.ts';

/** Adds or replaces the value of a key, within the transaction of the caller. */
export const setSetting = 'INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)';

/** Adds or replaces a small value. */
export function saveSetting(sql: Sql, key: string, value: string): void {
  sql.transaction(() => sql.run(setSetting, key, value));
}
