import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { type Review, reviewSchema } from '../../../../shared/review/review.ts';
import type { ReviewBatch } from '../../../../shared/review/review-change.ts';
import { numberCell, textCell } from '../cells.ts';
import type { Sql, SqlRow } from '../sql.ts';

/** What was said, with the batch of changes that it belongs to and what stood before. */
export type HistoryEntry = ReviewOfDetection & {
  readonly batch?: string | null;
  readonly former?: Review | null;
};

/** The review in a row of `reviews` or `review_history`. */
export function readReview(row: SqlRow): Review {
  return reviewSchema.parse({
    verdict: row.verdict,
    flagged: numberCell(row, 'flagged') !== 0,
    note: textCell(row, 'note'),
    reviewer: textCell(row, 'reviewer'),
    reviewedAt: textCell(row, 'reviewed_at'),
  });
}

/** Puts a review in the place of the one that its detection has. */
export function putReviewRow(
  sql: Sql,
  id: number,
  { recordId, identity, review }: ReviewOfDetection,
  version: number,
): void {
  const { verdict, flagged, note, reviewer, reviewedAt } = review;
  sql.run(
    `INSERT OR REPLACE INTO reviews
       (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at, changed_in)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    recordId,
    identity,
    verdict,
    Number(flagged),
    note,
    reviewer,
    reviewedAt,
    version,
  );
}

/** Adds an entry to the history. */
export function addHistoryRow(sql: Sql, entry: HistoryEntry): void {
  const { recordId, identity, review, batch = null, former = null } = entry;
  const { verdict, flagged, note, reviewer, reviewedAt } = review;
  sql.run(
    `INSERT INTO review_history
       (record_id, identity, verdict, flagged, note, reviewer, reviewed_at, batch, former)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    recordId,
    identity,
    verdict,
    Number(flagged),
    note,
    reviewer,
    reviewedAt,
    batch,
    former && JSON.stringify(former),
  );
}

/** Adds a batch of changes. */
export function addBatchRow(sql: Sql, batch: Omit<ReviewBatch, 'undone'>): void {
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
