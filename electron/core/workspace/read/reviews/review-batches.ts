import {
  type ReviewBatch,
  type ReviewBatches,
  type ReviewHistoryEntry,
  reviewBatchKindSchema,
} from '../../../../../shared/review/review-change.ts';
import { numberCell, textCell, textOrNull } from '../../file/cells.ts';
import { selectFromBoth } from '../../file/detection-tables.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { readReview } from './read-review.ts';
import { readReviewSubjects } from './review-subjects.ts';

/** The last batches of changes, the last first, without those of an unknown kind. */
export function readBatches(sql: Sql, limit: number): ReviewBatches {
  const rows = sql.all`SELECT * FROM review_batches ORDER BY id DESC LIMIT ${limit}`;
  const batches = rows.flatMap((row) => readBatch(sql, row) ?? []);
  return { batches, unknownKinds: rows.length - batches.length };
}

/** Whether a batch has been undone, and the undo not undone in its turn. */
export function isUndone(sql: Sql, batch: string): boolean {
  const undone = new Set<string>();
  // Each batch comes before the one that it undoes.
  for (const row of sql.all(undosOfBatch, batch)) {
    if (!undone.has(textCell(row, 'batch'))) undone.add(textCell(row, 'undoes'));
  }
  return undone.has(batch);
}

/** The undos of a batch, their undos, and so on. In a foreign file a batch can undo itself, by way of others, too. */
const undosOfBatch = `
  WITH RECURSIVE undos(batch, undoes, depth) AS (
    SELECT batch, undoes, 1 FROM review_batches WHERE undoes = ?1 AND batch <> ?1
    UNION ALL
    SELECT later.batch, later.undoes, depth + 1
    FROM undos JOIN review_batches AS later ON later.undoes = undos.batch
    WHERE later.batch <> ?1
  )
  SELECT batch, undoes FROM undos ORDER BY depth DESC`;

function readBatch(sql: Sql, row: SqlRow): ReviewBatch | undefined {
  const kind = reviewBatchKindSchema.safeParse(row.kind);
  if (!kind.success) return undefined;
  const batch = textCell(row, 'batch');
  return {
    batch,
    kind: kind.data,
    undoes: textOrNull(row, 'undoes'),
    reviewer: textCell(row, 'reviewer'),
    madeAt: textCell(row, 'made_at'),
    changed: numberCell(row, 'changed'),
    undone: isUndone(sql, batch),
  };
}

const recordOfDetection = selectFromBoth(
  (table) => `SELECT record_id, record_key FROM ${table} WHERE fid = ?1`,
);

/** All reviews of a detection, the last first; undefined when it does not exist. */
export function readHistory(sql: Sql, id: number): readonly ReviewHistoryEntry[] | undefined {
  const row = sql.get(recordOfDetection, id);
  if (!row) return undefined;
  // A detection without a review can have imported history, under the identity that it would get.
  const review = sql.get`
    SELECT identity FROM reviews WHERE detection_id = ${id} AND record_id = ${textCell(row, 'record_id')}`;
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
      kind: reviewBatchKindSchema.safeParse(entry.kind).data ?? null,
    }))
    .sort((one, other) => Date.parse(other.review.reviewedAt) - Date.parse(one.review.reviewedAt));
}
