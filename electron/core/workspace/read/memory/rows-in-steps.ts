import type { SQLOutputValue } from 'node:sqlite';
import type { Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';

/** Rows that are read in one step, some ten milliseconds. */
const usualRowsInStep = 4096;

/**
 * Calls `use` with all rows of a long statement, in steps. Its first column is the key by which the rows are ordered.
 * Its parameters are the key after which they begin and how many they are. Rows that are added between the steps are
 * read, too.
 */
export function* forEachRow(
  sql: Sql,
  text: string,
  use: (row: readonly SQLOutputValue[]) => void,
  rowsInStep = usualRowsInStep,
): Steps<void> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = sql.arrays(text, after, rowsInStep);
    for (const row of rows) use(row);
    const last = rows.at(-1);
    if (!last || rows.length < rowsInStep) return;
    after = Number(last[0]);
    yield;
  }
}
