import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { numberCell, textCell } from '../../workspace/cells.ts';
import type { SqlRow } from '../../workspace/sql.ts';

/** The name under which a salvaged row tells its rowid. */
export const salvagedKey = 'salvaged_key';

/** What was met while a table was read, to be added up. */
export type SalvageCount = { rescued: number; lost: number };

/** Rows that are read in one go; a range that fails is halved until the damage is found. */
const rangeLength = 1024;
/** The greatest rowid that is looked for where the table itself cannot say. */
const farthestRowid = 2 ** 40;
/** After so many ranges without anything in them the end of a table is taken to be reached, where it cannot say. */
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
  if (!hasRowid(database, table)) {
    yield* salvageFromEnds(database, table, count);
    return;
  }
  const select = database.prepare(
    `SELECT rowid AS ${salvagedKey}, * FROM "${table}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
  );
  const last = lastRowid(database, table);
  let empty = 0;
  let lostBeforeEnd = count.lost;
  for (let from = 1; from <= (last ?? farthestRowid); from += rangeLength) {
    const rows = readRange(select, from, from + rangeLength - 1, count);
    yield* rows;
    empty = rows.length === 0 ? empty + 1 : 0;
    if (empty === 0) lostBeforeEnd = count.lost;
    if (last === undefined && empty > emptyRangesAtEnd) {
      // Places behind the last row that could be read: how many of them were rows, nobody can tell.
      count.lost = lostBeforeEnd + 1;
      return;
    }
  }
}

/** Names of the columns of a table; empty where there is no such table. */
export function columnsOf(database: DatabaseSync, table: string): readonly string[] {
  try {
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
      for (const row of database.prepare(`SELECT * FROM "${table}" ORDER BY ${by}`).iterate()) {
        found.set(JSON.stringify(keys.map((key) => row[key.slice(1, -1)])), row);
      }
      return true;
    } catch {
      return false;
    }
  };
  if (!read('ASC')) {
    read('DESC');
    // How many lay in the damaged part nobody can tell; that there were some is certain.
    count.lost += 1;
  }
  count.rescued += found.size;
  return [...found.values()];
}
