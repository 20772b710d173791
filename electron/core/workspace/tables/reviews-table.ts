import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { numberCell, textCell } from '../cells.ts';
import { createDetectionIds, type FormerIds, readDetectionIds } from '../ingest/detection-ids.ts';
import { raiseReviewsMoved, raiseReviewsVersion } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { readBatches, readHistory } from './review-batches.ts';
import { setReviews } from './review-changes.ts';
import { addHistoryRow, type HistoryEntry, putReviewRow, readReview } from './review-rows.ts';
import { undoReviews } from './undo-reviews.ts';

/** Reviews, by detection and by what names a detection in every workspace. */
export function createReviewsTable(
  sql: Sql,
): Pick<
  WorkspaceStore,
  'reviewsOfRecords' | 'putReviews' | 'setReviews' | 'undoReviews' | 'reviewHistory' | 'reviewBatches'
> {
  return {
    reviewsOfRecords: (recordIds) => readReviews(sql, 'reviews', recordIds),
    putReviews: (reviews, history) => sql.transaction(() => writeReviews(sql, reviews, history)),
    setReviews: (ids, change, act) => setReviews(sql, ids, change, act),
    undoReviews: (batch, act) => undoReviews(sql, batch, act),
    reviewHistory: (id) => readHistory(sql, id),
    reviewBatches: (limit) => readBatches(sql, limit),
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
    .map(readRow);
}

/**
 * Writes reviews in place of those that are there, within a transaction that is under way. One whose detection is not
 * here waits for it under an id of its own. History that is here already is not written twice.
 */
export function writeReviews(
  sql: Sql,
  reviews: readonly ReviewOfDetection[],
  history: readonly HistoryEntry[],
): void {
  const idOf = createIdFinder(sql);
  const version = reviews.length > 0 ? raiseReviewsVersion(sql) : 0;
  for (const entry of reviews) putReviewRow(sql, idOf(entry), entry, version);
  for (const entry of history) if (!isInHistory(sql, entry)) addHistoryRow(sql, entry);
}

function isInHistory(sql: Sql, { recordId, identity, review }: HistoryEntry): boolean {
  const { verdict, flagged, note, reviewer, reviewedAt } = review;
  return (
    sql.get(
      `SELECT 1 FROM review_history WHERE record_id = ? AND identity = ? AND verdict IS ? AND flagged = ? AND note = ?
         AND reviewer = ? AND reviewed_at = ?`,
      recordId,
      identity,
      verdict,
      Number(flagged),
      note,
      reviewer,
      reviewedAt,
    ) !== undefined
  );
}

/** Finds where a review's detection stands; one that has gone keeps the id it had, a new one gets its own. */
function createIdFinder(sql: Sql): (review: ReviewOfDetection) => number {
  const nextId = createDetectionIds(sql);
  let record: { readonly recordId: string; readonly ids: FormerIds } | undefined;
  return ({ recordId, identity }) => {
    if (record?.recordId !== recordId) record = { recordId, ids: readDetectionIds(sql, recordId) };
    const present = record.ids.get(identity);
    const row = sql.get(
      'SELECT detection_id FROM reviews WHERE record_id = ? AND identity = ?',
      recordId,
      identity,
    );
    const former = row && numberCell(row, 'detection_id');
    if (former !== undefined && present !== undefined && former !== present) raiseReviewsMoved(sql);
    return present ?? former ?? nextId();
  };
}

function readRow(row: SqlRow): ReviewOfDetection {
  return {
    recordId: textCell(row, 'record_id'),
    identity: textCell(row, 'identity'),
    review: readReview(row),
  };
}
