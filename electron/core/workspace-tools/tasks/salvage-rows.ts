import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { numberCell, numberOrNull, textCell } from '../../workspace/cells.ts';
import type { SqlRow } from '../../workspace/sql.ts';

/** The column name of a salvaged row's rowid. */
export const salvagedKey = 'salvaged_key';

/** Running totals of the rows that were read and lost. */
export type SalvageCount = { rescued: number; lost: number };

/** Rows that are read in one go; a range that fails is halved until the damage is found. */
const rangeLength = 1024;
/** The greatest rowid that is probed where the table's last rowid cannot be read. */
const maxProbedRowid = 2 ** 40;
/** After this many empty ranges the end of the table is assumed, where its last rowid cannot be read. */
const emptyRangesAtEnd = 16;

/**
 * All rows of a table that SQLite can still read of a damaged file, by rising rowid, with what it cannot read left out
 * and counted. Tables without a rowid are read from both ends up to the damage.
 */
export function* salvageRows(
  database: DatabaseSync,
  table: string,
  count: SalvageCount,
): Generator<SqlRow, void> {
  if (columnsOf(database, table).length === 0) return;
  if (!hasRowid(database, table)) {
    yield* salvageFromEnds(database, table, count);
    return;
  }
  const select = database.prepare(
    `SELECT rowid AS ${salvagedKey}, * FROM "${table}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ${rangeLength}`,
  );
  const last = lastRowid(database, table);
  let empty = 0;
  let lostBeforeEnd = count.lost;
  const next = database.prepare(`SELECT min(rowid) AS next FROM "${table}" WHERE rowid >= ?`);
  for (let from = 1; from <= (last ?? maxProbedRowid); from += rangeLength) {
    const rows = readRange(select, from, from + rangeLength - 1, count);
    yield* rows;
    empty = rows.length === 0 ? empty + 1 : 0;
    if (empty === 0) lostBeforeEnd = count.lost;
    // Over a gap of any length to the next row.
    else if (last !== undefined) from = Math.max(from, nextRowid(next, from + rangeLength) - rangeLength);
    if (last === undefined && empty > emptyRangesAtEnd) {
      // Of the rowids after the last readable row it is unknown how many were rows.
      count.lost = lostBeforeEnd + 1;
      return;
    }
  }
}

/** Names of the columns of a table; empty where there is no such ordinary table: a view could be without end. */
export function columnsOf(database: DatabaseSync, table: string): readonly string[] {
  try {
    const isTable =
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql LIKE 'CREATE TABLE %'";
    if (!database.prepare(isTable).get(table)) return [];
    return database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((row) => textCell(row, 'name'));
  } catch {
    return [];
  }
}

function hasRowid(database: DatabaseSync, table: string): boolean {
  const row = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(table);
  return row !== undefined && numberCell(row, 'wr') === 0;
}

/** The greatest rowid; undefined where the way to it is damaged. */
function lastRowid(database: DatabaseSync, table: string): number | undefined {
  try {
    const row = database.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM "${table}"`).get();
    return row && numberCell(row, 'last');
  } catch {
    return undefined;
  }
}

/** The next rowid from `from` on, or `from` itself where that cannot be read. */
function nextRowid(select: StatementSync, from: number): number {
  try {
    const row = select.get(from);
    return (row && numberOrNull(row, 'next')) ?? from;
  } catch {
    return from;
  }
}

function readRange(select: StatementSync, from: number, to: number, count: SalvageCount): readonly SqlRow[] {
  try {
    const rows = select.all(from, to);
    count.rescued += rows.length;
    return rows;
  } catch {
    if (from === to) {
      count.lost += 1;
      return [];
    }
    const middle = Math.floor((from + to) / 2);
    return [...readRange(select, from, middle, count), ...readRange(select, middle + 1, to, count)];
  }
}

function salvageFromEnds(database: DatabaseSync, table: string, count: SalvageCount): readonly SqlRow[] {
  const keys = database
    .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .all(table)
    .map((row) => `"${textCell(row, 'name')}"`);
  const found = new Map<string, SqlRow>();
  const read = (order: 'ASC' | 'DESC'): boolean => {
    const by = keys.map((key) => `${key} ${order}`).join(', ');
    try {
      const seen = new Set<string>();
      for (const row of database.prepare(`SELECT * FROM "${table}" ORDER BY ${by}`).iterate()) {
        const key = JSON.stringify(keys.map((name) => row[name.slice(1, -1)]));
        // Pages that go round in circles would be read for ever.
        if (seen.has(key)) return false;
        seen.add(key);
        found.set(key, row);
      }
      return true;
    } catch {
      return false;
    }
  };
  if (!read('ASC')) {
    read('DESC');
    // It is unknown how many rows were in the damaged part, but there was at least one.
    count.lost += 1;
  }
  count.rescued += found.size;
  return [...found.values()];
}
