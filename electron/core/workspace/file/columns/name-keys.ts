import { numberCell } from '../cells.ts';
import type { Sql } from '../sql.ts';

/** Keys of names for the columns, for one transaction that writes: a name that has none gets one. */
export function createNameKeys(sql: Sql): (name: string) => number {
  const keys = new Map<string, number>();
  return (name) => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    const row =
      sql.get`SELECT id FROM names WHERE name = ${name}` ??
      sql.get`INSERT INTO names (name) VALUES (${name}) RETURNING id`;
    if (!row) throw new Error('The workspace did not number the name it wrote.');
    const key = numberCell(row, 'id');
    keys.set(name, key);
    return key;
  };
}
