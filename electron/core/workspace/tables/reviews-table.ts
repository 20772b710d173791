import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { reviewSchema } from '../../../../shared/review/review.ts';
import { numberCell, textCell } from '../cells.ts';
import { createDetectionIds, type FormerIds, readDetectionIds } from '../ingest/detection-ids.ts';
import { raiseReviewsVersion } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** Reviews by the identity of their detection, as they travel between workspaces. */
export function createReviewsTable(sql: Sql): Pick<WorkspaceStore, 'reviewsOfRecords' | 'putReviews'> {
  return {
    reviewsOfRecords: (recordIds) => readReviews(sql, 'reviews', recordIds),
    putReviews: (reviews, history) => sql.transaction(() => writeReviews(sql, reviews, history)),
  };
}

/** How the detections of these records stand, or everything that was ever said of them, in the order it was said. */
export function readReviews(
  sql: Sql,
  table: 'reviews' | 'review_history',
  recordIds: readonly string[],
): readonly ReviewOfDetection[] {
  return sql
    .all(
      `SELECT * FROM ${table} WHERE record_id IN (SELECT value FROM json_each(?))
       ORDER BY record_id, identity, reviewed_at, ${table === 'reviews' ? 'detection_id' : 'id'}`,
      JSON.stringify(recordIds),
    )
    .map(readReview);
}

/**
 * Writes reviews in place of those that are there, within a transaction that is under way. One whose detection is not
 * here waits for it under an id of its own. History that is here already is not written twice.
 */
export function writeReviews(
  sql: Sql,
  reviews: readonly ReviewOfDetection[],
  history: readonly ReviewOfDetection[],
): void {
  const idOf = createIdFinder(sql);
  for (const entry of reviews) {
    const { verdict, flagged, note, reviewer, reviewedAt } = entry.review;
    const id = idOf(entry);
    sql.run('DELETE FROM reviews WHERE record_id = ? AND identity = ?', entry.recordId, entry.identity);
    sql.run(
      `INSERT OR REPLACE INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      entry.recordId,
      entry.identity,
      verdict,
      Number(flagged),
      note,
      reviewer,
      reviewedAt,
    );
  }
  for (const { recordId, identity, review } of history) {
    const { verdict, flagged, note, reviewer, reviewedAt } = review;
    sql.run(
      `INSERT INTO review_history (record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (SELECT 1 FROM review_history
         WHERE record_id = ?1 AND identity = ?2 AND verdict IS ?3 AND flagged = ?4 AND note = ?5 AND reviewer = ?6
           AND reviewed_at = ?7)`,
      recordId,
      identity,
      verdict,
      Number(flagged),
      note,
      reviewer,
      reviewedAt,
    );
  }
  if (reviews.length > 0) raiseReviewsVersion(sql);
}

/** Finds where a review's detection stands; one that has gone keeps the id it had, a new one gets its own. */
function createIdFinder(sql: Sql): (review: ReviewOfDetection) => number {
  const nextId = createDetectionIds(sql);
  let record: { readonly recordId: string; readonly ids: FormerIds } | undefined;
  return ({ recordId, identity }) => {
    if (record?.recordId !== recordId) record = { recordId, ids: readDetectionIds(sql, recordId) };
    const present = record.ids.get(identity);
    if (present !== undefined) return present;
    const row = sql.get(
      'SELECT detection_id FROM reviews WHERE record_id = ? AND identity = ?',
      recordId,
      identity,
    );
    return row ? numberCell(row, 'detection_id') : nextId();
  };
}

function readReview(row: SqlRow): ReviewOfDetection {
  return {
    recordId: textCell(row, 'record_id'),
    identity: textCell(row, 'identity'),
    review: reviewSchema.parse({
      verdict: row.verdict,
      flagged: numberCell(row, 'flagged') !== 0,
      note: textCell(row, 'note'),
      reviewer: textCell(row, 'reviewer'),
      reviewedAt: textCell(row, 'reviewed_at'),
    }),
  };
}
