import { DatabaseSync } from 'node:sqlite';
import type { SaidReview } from '../../../../shared/review/merge-order.ts';
import { type ReviewOfDetection, reviewOfDetectionSchema } from '../../../../shared/review/merge-reviews.ts';
import { createSql, type Sql, type SqlRow, sqliteCode, sqliteCodes } from '../sql.ts';

/** What another workspace says of detections. */
export type ForeignReviews = {
  readonly reviews: readonly ReviewOfDetection[];
  /** In the order in which it was said there. */
  readonly history: readonly SaidReview[];
  /** Rows that make no sense. */
  readonly unreadable: number;
};

/** Reads the reviews of another workspace file, which is not changed. Answers why when it cannot be read. */
export function readForeignReviews(path: string): ForeignReviews | string {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
    const sql = createSql(database);
    if (!sql.get("SELECT 1 FROM sqlite_schema WHERE name = 'review_history'")) {
      return 'It was written by a Sightline that had no reviews yet.';
    }
    const reviews = readRows(sql, 'SELECT * FROM reviews');
    const history = readRows(sql, 'SELECT * FROM review_history ORDER BY id');
    return {
      reviews: reviews.rows.map(({ entry }) => entry),
      history: history.rows.map(({ entry, row }) => ({ ...entry, isAct: typeof row.batch === 'string' })),
      unreadable: reviews.unreadable + history.unreadable,
    };
  } catch (error) {
    const reason = reasons[sqliteCode(error) ?? 0];
    if (reason === undefined) throw error;
    return reason;
  } finally {
    database?.close();
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
    const parsed = reviewOfDetectionSchema.safeParse({
      recordId: row.record_id,
      identity: row.identity,
      review: {
        verdict: row.verdict,
        flagged: row.flagged === 1,
        note: row.note,
        reviewer: row.reviewer,
        reviewedAt: row.reviewed_at,
      },
    });
    if (parsed.success) read.rows.push({ entry: parsed.data, row });
    else read.unreadable += 1;
  }
  return read;
}
