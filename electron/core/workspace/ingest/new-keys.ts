import type { Sql } from '../sql.ts';

/** Gives out keys for rows to be added, after all that are there: asking SQLite for each costs as much as the row. */
export type NewKeys = {
  record(): number;
  sensor(): number;
  footprint(): number;
};

/** Keys for one transaction. */
export function createNewKeys(sql: Sql): NewKeys {
  return {
    record: after(sql, 'SELECT max(id) FROM records'),
    sensor: after(sql, 'SELECT max(id) FROM sensors'),
    // The table remembers the greatest it ever had.
    footprint: after(sql, "SELECT seq FROM sqlite_sequence WHERE name = 'footprints'"),
  };
}

function after(sql: Sql, select: string): () => number {
  const [row] = sql.arrays(select);
  let last = Number(row?.[0] ?? 0);
  return () => {
    last += 1;
    return last;
  };
}
