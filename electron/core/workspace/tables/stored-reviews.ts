import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import { incrementReviewsVersion, markReviewsMoved } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { locateReviews } from '../read/reviews/locate-reviews.ts';
import { insertHistoryRow, type ReviewHistoryEntry, reviewCells, upsertReviewRow } from './reviews.ts';

/**
 * Writes reviews in place of those that are there, within a transaction that is under way. One whose detection is not
 * here waits for it under an id of its own. History that is here already is not written twice.
 */
export function writeReviews(
  sql: Sql,
  reviews: readonly ReviewOfDetection[],
  history: readonly ReviewHistoryEntry[],
): void {
  const version = reviews.length > 0 ? incrementReviewsVersion(sql) : 0;
  for (const { entry, id, isMoved } of locateReviews(sql, reviews)) {
    if (isMoved) markReviewsMoved(sql);
    upsertReviewRow(sql, id, entry, version);
  }
  for (const entry of history) if (!isInHistory(sql, entry)) insertHistoryRow(sql, entry);
}

/** Whether the history has a review with the same content, author and time. */
export function isInHistory(sql: Sql, { recordId, identity, review }: ReviewHistoryEntry): boolean {
  return (
    sql.get(
      `SELECT 1 FROM review_history WHERE record_id = ? AND identity = ? AND verdict IS ? AND flagged = ? AND note = ?
         AND reviewer = ? AND reviewed_at = ?`,
      recordId,
      identity,
      ...reviewCells(review),
    ) !== undefined
  );
}

/** Saves the detection that a review was given to, and the distance of its present detection. */
export function updateReviewedDetection(
  sql: Sql,
  id: number,
  detection: ReviewedDetection | null,
  carriedMeters: number | null,
): void {
  sql.run(
    `UPDATE reviews SET detection = ?2, carried_meters = ?3
     WHERE detection_id = ?1 AND (detection IS NOT ?2 OR carried_meters IS NOT ?3)`,
    id,
    detection && JSON.stringify(detection),
    carriedMeters,
  );
}
