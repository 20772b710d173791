import type { Sql } from '../file/sql.ts';

/** Allocates keys for new rows, after all existing ones: getting each from SQLite would cost as much as the row. */
export type NewKeys = {
  /** The first of `count` consecutive keys. */
  records(count: number): number;
  sensors(count: number): number;
};

/** Keys for one transaction. */
export function createNewKeys(sql: Sql): NewKeys {
  return {
    records: createKeySequence(sql, 'SELECT max(id) FROM records'),
    sensors: createKeySequence(sql, 'SELECT max(id) FROM sensors'),
  };
}

function createKeySequence(sql: Sql, select: string): (count: number) => number {
  const [row] = sql.arrays(select);
  let last = Number(row?.[0] ?? 0);
  return (count) => {
    last += count;
    return last - count + 1;
  };
}
