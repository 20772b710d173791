import type { Sql } from '../file/sql.ts';

export function createNewKeys(sql: Sql) {
  return {
    records: createKeySequence(sql, 'SELECT max(id) FROM records'),
    sensors: createKeySequence(sql, 'SELECT max(id) FROM sensors'),
  };
}

/** Allocates keys for new rows, after all existing ones: getting each from SQLite would cost as much as the row. */
export type NewKeys = ReturnType<typeof createNewKeys>;

function createKeySequence(sql: Sql, select: string): (count: number) => number {
  const [row] = sql.arrays(select);
  let last = Number(row?.[0] ?? 0);
  return (count) => {
    last += count;
    return last - count + 1;
  };
}
