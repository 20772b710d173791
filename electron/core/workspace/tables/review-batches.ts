import {
  type ReviewBatch,
  type ReviewHistoryEntry,
  reviewBatchKindSchema,
} from '../../../../shared/review/review-change.ts';
import { numberCell, textCell, textOrNull } from '../cells.ts';
import { detectionTables } from '../queries/detection-tables.ts';
import type { Sql, SqlRow } from '../sql.ts';
import { readReview } from './review-rows.ts';
import { readReviewSubjects } from './review-subjects.ts';

/** The last batches of changes, the last first. */
export function readBatches(sql: Sql, limit: number): readonly ReviewBatch[] {
  return sql
    .all('SELECT * FROM review_batches ORDER BY id DESC LIMIT ?', limit)
    .map((row) => ({ ...readBatch(row), undone: isUndone(sql, textCell(row, 'batch')) }));
}

/** Whether a batch has been undone, and the undo not undone in its turn. */
export function isUndone(sql: Sql, batch: string): boolean {
  return sql
    .all('SELECT batch FROM review_batches WHERE undoes = ?', batch)
    .some((row) => !isUndone(sql, textCell(row, 'batch')));
}

function readBatch(row: SqlRow): Omit<ReviewBatch, 'undone'> {
  return {
    batch: textCell(row, 'batch'),
    kind: reviewBatchKindSchema.parse(row.kind),
    undoes: textOrNull(row, 'undoes'),
    reviewer: textCell(row, 'reviewer'),
    madeAt: textCell(row, 'made_at'),
    changed: numberCell(row, 'changed'),
  };
}

const recordOfDetection = detectionTables
  .map((table) => `SELECT record_id, record_key FROM ${table} WHERE fid = ?1`)
  .join(' UNION ALL ');

/** All reviews of a detection, the last first; undefined when it does not exist. */
export function readHistory(sql: Sql, id: number): readonly ReviewHistoryEntry[] | undefined {
  const row = sql.get(recordOfDetection, id);
  if (!row) return undefined;
  // A detection without a review can have imported history, under the identity that it would get.
  const review = sql.get(
    'SELECT identity FROM reviews WHERE detection_id = ? AND record_id = ?',
    id,
    textCell(row, 'record_id'),
  );
  const identity = review
    ? textCell(review, 'identity')
    : readReviewSubjects(sql, numberCell(row, 'record_key'), new Set([id])).get(id)?.identity;
  if (identity === undefined) return undefined;
  return sql
    .all(
      `SELECT review_history.*, kind FROM review_history LEFT JOIN review_batches USING (batch)
       WHERE record_id = ? AND identity = ? ORDER BY review_history.id DESC`,
      textCell(row, 'record_id'),
      identity,
    )
    .map((entry) => ({
      review: readReview(entry),
      batch: textOrNull(entry, 'batch'),
      kind: reviewBatchKindSchema.nullable().parse(textOrNull(entry, 'kind')),
    }))
    .sort((one, other) => Date.parse(other.review.reviewedAt) - Date.parse(one.review.reviewedAt));
}
