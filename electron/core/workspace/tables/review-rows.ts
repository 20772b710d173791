import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../../shared/review/review.ts';
import type { ReviewBatch } from '../../../../shared/review/review-change.ts';
import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import { numberOrNull, textOrNull } from '../file/cells.ts';
import { reserveDetectionId } from '../file/detection-ids.ts';
import type { Sql } from '../file/sql.ts';

/** A recorded review, with its batch of changes and the review before it. */
export type HistoryEntry = ReviewOfDetection & {
  readonly batch?: string | null;
  readonly former?: Review | null;
};

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

/** Replaces the review of its detection. The stored reviewed detection remains unless a new one is given. */
export function upsertReviewRow(
  sql: Sql,
  id: number,
  { recordId, identity, review, detection, carriedMeters }: ReviewOfDetection,
  version: number,
): void {
  reserveDetectionId(sql, id);
  const former = sql.get(
    'SELECT detection, carried_meters FROM reviews WHERE record_id = ? AND identity = ?',
    recordId,
    identity,
  );
  sql.run(
    `INSERT OR REPLACE INTO reviews
       (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at, changed_in, detection,
        carried_meters)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    recordId,
    identity,
    ...reviewCells(review),
    version,
    detection ? JSON.stringify(detection) : former ? textOrNull(former, 'detection') : null,
    carriedMeters === undefined ? (former ? numberOrNull(former, 'carried_meters') : null) : carriedMeters,
  );
}

/** The columns `verdict, flagged, note, reviewer, reviewed_at` of a review, in this order. */
export function reviewCells({ verdict, flagged, note, reviewer, reviewedAt }: Review) {
  return [verdict, Number(flagged), note, reviewer, reviewedAt] as const;
}

/** Adds an entry to the history. */
export function insertHistoryRow(sql: Sql, entry: HistoryEntry): void {
  const { recordId, identity, review, batch = null, former = null } = entry;
  sql.run(
    `INSERT INTO review_history
       (record_id, identity, verdict, flagged, note, reviewer, reviewed_at, batch, former)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    recordId,
    identity,
    ...reviewCells(review),
    batch,
    former && JSON.stringify(former),
  );
}

/** Adds a batch of changes. */
export function insertBatchRow(sql: Sql, batch: Omit<ReviewBatch, 'undone'>): void {
  sql.run(
    'INSERT INTO review_batches (batch, kind, undoes, reviewer, made_at, changed) VALUES (?, ?, ?, ?, ?, ?)',
    batch.batch,
    batch.kind,
    batch.undoes,
    batch.reviewer,
    batch.madeAt,
    batch.changed,
  );
}
