import { formatQuantity } from '../../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { emptyReview, isSameReview, type Review, reviewSchema } from '../../../../shared/review/review.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { readReview } from '../read/reviews/read-review.ts';
import { isUndone } from '../read/reviews/review-batches.ts';
import {
  type ReviewBatchInfo,
  type ReviewRowChange,
  type WrittenReviewChanges,
  writeReviewChanges,
} from './reviews.ts';

/**
 * Restores the reviews before a batch, in one transaction, unless any of its detections has been reviewed since. Where
 * there was none before, an empty review remains: in a merge it shows other workspaces that the review was withdrawn.
 * Fails with `not-found`, or with `conflict` when it is undone already or detections of it have been reviewed since.
 */
export function undoReviews(
  sql: Sql,
  batch: string,
  batchInfo: ReviewBatchInfo,
): Result<WrittenReviewChanges> {
  return sql.durableTransaction(() => {
    const known = sql.get`SELECT * FROM review_batches WHERE batch = ${batch}`;
    if (known && isUndone(sql, batch)) return fail('conflict', 'This change has been undone already.');
    const entries = known ? sql.all(entriesOfBatch, batch, textOrNull(known, 'undoes')) : [];
    // None where the workspace was rebuilt from a damaged file without its history.
    if (entries.length === 0) return fail('not-found', 'This change is not in the workspace.');
    const changed = entries.filter((row) => !isAsWritten(row)).length;
    if (changed > 0) {
      const of = entries.length === 1 ? '' : ` of its ${entries.length}`;
      const detections = `${formatQuantity(changed, 'detection')}${of} ${changed === 1 ? 'has' : 'have'}`;
      return fail(
        'conflict',
        `This change cannot be undone: ${detections} been reviewed since. Undo the later changes first, or review them again.`,
      );
    }
    const changes = entries.map((row) => revertReview(row, batchInfo));
    return succeed(writeReviewChanges(sql, { ...batchInfo, kind: 'undo', undoes: batch }, changes));
  });
}

/**
 * The entries of a batch, the current reviews of its detections, and the reviews that it set: an undo sets those before
 * the batch that it undid.
 */
const entriesOfBatch = `
  SELECT entry.record_id, entry.identity, entry.former, entry.verdict AS entry_verdict, entry.flagged AS said_flagged,
    entry.note AS said_note, entry.reviewer AS said_reviewer, entry.reviewed_at AS said_at,
    taken.former AS restored, reviews.detection_id, reviews.verdict, reviews.flagged, reviews.note, reviews.reviewer,
    reviews.reviewed_at
  FROM review_history AS entry
    LEFT JOIN reviews USING (record_id, identity)
    LEFT JOIN review_history AS taken
      ON taken.batch = ?2 AND taken.record_id = entry.record_id AND taken.identity = entry.identity
  WHERE entry.batch = ?1`;

function isAsWritten(row: SqlRow): boolean {
  if (row.detection_id === null) return false;
  const current = readReview(row);
  const expected = parseReview(row.restored) ?? readWrittenReview(row);
  return (
    isSameReview(current, expected) &&
    current.reviewer === expected.reviewer &&
    current.reviewedAt === expected.reviewedAt
  );
}

function revertReview(row: SqlRow, { reviewer, at }: ReviewBatchInfo): ReviewRowChange {
  const before = parseReview(row.former);
  const recordedReview = { ...(before ?? emptyReview), reviewer, reviewedAt: at };
  return {
    id: numberCell(row, 'detection_id'),
    recordId: textCell(row, 'record_id'),
    identity: textCell(row, 'identity'),
    former: readReview(row),
    review: before ?? recordedReview,
    recordedReview,
  };
}

function readWrittenReview(row: SqlRow): Review {
  return readReview({
    verdict: row.entry_verdict ?? null,
    flagged: row.said_flagged ?? null,
    note: row.said_note ?? null,
    reviewer: row.said_reviewer ?? null,
    reviewed_at: row.said_at ?? null,
  });
}

function parseReview(text: unknown): Review | null {
  return typeof text === 'string' ? reviewSchema.parse(JSON.parse(text)) : null;
}
