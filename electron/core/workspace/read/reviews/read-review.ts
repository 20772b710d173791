import {
  type ReviewOfDetection,
  reviewOfDetectionSchema,
} from '../../../../../shared/review/merge-reviews.ts';
import { type Review, reviewSchema } from '../../../../../shared/review/review.ts';
import {
  type ReviewedDetection,
  reviewedDetectionSchema,
} from '../../../../../shared/review/reviewed-detection.ts';
import { numberCell, textCell } from '../../file/cells.ts';
import type { SqlRow } from '../../file/sql.ts';

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

/** Returns the reviewed detection stored in a row of `reviews`; null when unknown, or invalidated by another program. */
export function readReviewedDetection(row: SqlRow): ReviewedDetection | null {
  const text = typeof row.detection === 'string' ? row.detection : null;
  if (text === null) return null;
  try {
    return reviewedDetectionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The review in a row of another or a damaged workspace; undefined when it is not a valid one. */
export function parseReviewRow(row: SqlRow): ReviewOfDetection | undefined {
  const { data } = reviewOfDetectionSchema.safeParse({
    recordId: row.record_id,
    identity: row.identity,
    review: {
      verdict: row.verdict,
      flagged: row.flagged === 1,
      note: row.note,
      reviewer: row.reviewer,
      reviewedAt: row.reviewed_at,
    },
    detection: readReviewedDetection(row),
    carriedMeters: row.carried_meters ?? null,
  });
  return data;
}
