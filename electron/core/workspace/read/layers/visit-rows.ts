import type { Steps } from '../../../base/steps.ts';
import { numberCell } from '../../file/cells.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';

/** Maximum time of a step that reads rows, in milliseconds. */
const stepMs = 40;

/**
 * Calls `visit` with the rows of a layer's table by ascending number, in steps: a row can have megabytes. `columns` are
 * SQL with their names; `condition` leaves rows out. Ends early once `isDone` holds.
 */
export function* visitRows(
  sql: Sql,
  table: string,
  columns: readonly string[],
  visit: (fid: number, row: SqlRow) => void,
  { condition = 'TRUE', isDone = () => false }: { condition?: string; isDone?: () => boolean } = {},
): Steps<void> {
  const statement = sql.database.prepare(
    `SELECT ${['fid', ...columns].join(', ')} FROM ${table} WHERE fid > ? AND ${condition} ORDER BY fid`,
  );
  let last: number | undefined = Number.MIN_SAFE_INTEGER;
  while (last !== undefined) {
    const deadline = performance.now() + stepMs;
    const from: number = last;
    last = undefined;
    for (const row of statement.iterate(from)) {
      const fid = numberCell(row, 'fid');
      visit(fid, row);
      if (isDone()) return;
      if (performance.now() < deadline) continue;
      last = fid;
      break;
    }
    yield;
  }
}
