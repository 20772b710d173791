import type { DatabaseSync } from 'node:sqlite';
import type { HistoricalReview } from '../../../../../shared/review/merge-order.ts';
import type { ReviewOfDetection } from '../../../../../shared/review/merge-reviews.ts';
import { closeDatabase, createSql, type Sql, type SqlRow, sqliteCode, sqliteCodes } from '../../file/sql.ts';
import { describeForeignDatabase } from '../../safety/describe-foreign-database.ts';
import { type ForeignDatabase, openForeign } from '../../safety/open-foreign.ts';
import { parseReviewRow } from './read-review.ts';

/** The reviews of another workspace. */
export type ForeignReviews = {
  readonly reviews: readonly ReviewOfDetection[];
  /** In the order in which they were set there. */
  readonly history: readonly HistoricalReview[];
  /** The number of rows that are no valid reviews. */
  readonly unreadable: number;
};

/** Reads the reviews of another workspace file, which is not changed. Returns the reason when it cannot be read. */
export function readForeignReviews(path: string): ForeignReviews | string {
  let database: DatabaseSync | undefined;
  try {
    const foreign = openForeign(path, 2000);
    ({ database } = foreign);
    const problem = problemOf(foreign);
    if (problem !== undefined) return problem;
    const sql = createSql(database);
    const reviews = readRows(sql, 'SELECT * FROM reviews ORDER BY record_id, detection_id');
    const history = readRows(sql, 'SELECT * FROM review_history ORDER BY id');
    return {
      reviews: reviews.rows.map(({ entry }) => entry),
      history: history.rows.map(({ entry, row }) => ({
        ...entry,
        isLocalChange: typeof row.batch === 'string',
      })),
      unreadable: reviews.unreadable + history.unreadable,
    };
  } catch (error) {
    const reason = reasons[sqliteCode(error) ?? 0];
    if (reason === undefined) throw error;
    return reason;
  } finally {
    if (database) closeDatabase(database);
  }
}

function problemOf({ database, schema }: ForeignDatabase): string | undefined {
  switch (schema.kind) {
    case 'workspace':
      return undefined;
    case 'refused':
      return `${schema.problem} Open it in the Sightline that it belongs to, rebuild it from its raw records there, then merge it.`;
    case 'empty':
    case 'other':
      return describeForeignDatabase(database);
  }
}

const damaged =
  'The file is damaged. Rebuild it from its raw records in the Sightline that it belongs to, then merge it.';

const reasons: Readonly<Record<number, string>> = {
  // SQLITE_ERROR: tables are not as they should be.
  1: damaged,
  [sqliteCodes.corrupt]: damaged,
  [sqliteCodes.notADatabase]: 'It is no workspace of Sightline.',
  [sqliteCodes.busy]: 'The file is locked by another program. Close it there and try again.',
  [sqliteCodes.cantOpen]: 'The file cannot be opened. Check that it is still there and may be read.',
  [sqliteCodes.readOnly]:
    'The file was not closed in order, and its folder may not be written. Copy it to another folder, together with the files beside it that have its name.',
};

type Rows = {
  readonly rows: { readonly entry: ReviewOfDetection; readonly row: SqlRow }[];
  unreadable: number;
};

function readRows(sql: Sql, text: string): Rows {
  const read: Rows = { rows: [], unreadable: 0 };
  for (const row of sql.all(text)) {
    const entry = parseReviewRow(row);
    if (entry) read.rows.push({ entry, row });
    else read.unreadable += 1;
  }
  return read;
}
