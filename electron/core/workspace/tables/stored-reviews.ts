import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { numberCell, textCell } from '../cells.ts';
import { createDetectionIds, type FormerIds, readDetectionIds } from '../ingest/detection-ids.ts';
import { raiseReviewsMoved, raiseReviewsVersion } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import { addHistoryRow, type HistoryEntry, putReviewRow, readReview } from './review-rows.ts';

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
    .map(readReviewRow);
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
  const placeOf = createPlaceFinder(sql);
  const version = reviews.length > 0 ? raiseReviewsVersion(sql) : 0;
  for (const entry of reviews) {
    const { id, isMoved } = placeOf(entry);
    if (isMoved) raiseReviewsMoved(sql);
    putReviewRow(sql, id, entry, version);
  }
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

/** Where a review's detection stands. */
export type ReviewPlace = {
  readonly id: number;
  /** Whether the detection is here; else the review waits for it under an id of its own. */
  readonly isHere: boolean;
  /** Whether there is a review of it under another id, which is to be told (`raiseReviewsMoved`). */
  readonly isMoved: boolean;
};

/** Finds where a review's detection stands; one that has gone keeps the id it had, a new one gets its own. */
export function createPlaceFinder(sql: Sql): (review: ReviewOfDetection) => ReviewPlace {
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
    return {
      id: present ?? former ?? nextId(),
      isHere: present !== undefined,
      isMoved: former !== undefined && present !== undefined && former !== present,
    };
  };
}

/** The review in a row, with what it is a review of. */
export function readReviewRow(row: SqlRow): ReviewOfDetection {
  return {
    recordId: textCell(row, 'record_id'),
    identity: textCell(row, 'identity'),
    review: readReview(row),
  };
}
