import { textCell } from '../../file/cells.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { describeReviewed, type MatchedRow, readRecordDetections } from '../match/detection-rows.ts';
import type { MatchedDetection } from '../match/matching.ts';
import { readReviewedDetection } from './read-review.ts';

/** A detection of a record, or a review that waits for one. */
export type ReviewableDetection = {
  readonly detection: MatchedDetection;
  /** Undefined when only its review is in the workspace. */
  readonly row: MatchedRow | undefined;
  /** Undefined when it has no review. */
  readonly review: SqlRow | undefined;
};

/** Reads the detections of a record in the order of its list, then the reviews whose detections are missing. */
export function readReviewableDetections(sql: Sql, recordId: string): readonly ReviewableDetection[] {
  const reviews = sql.all(
    `SELECT detection_id, identity, detection, carried_meters FROM reviews WHERE record_id = ? ORDER BY identity`,
    recordId,
  );
  const reviewOf = new Map(reviews.map((review) => [review.detection_id, review]));
  const present = readRecordDetections(sql, recordId).map((row): ReviewableDetection => {
    const review = reviewOf.get(row.fid);
    reviewOf.delete(row.fid);
    return { detection: review ? addReviewedUuid(row, review) : row, row, review };
  });
  const waiting = [...reviewOf.values()].map((review): ReviewableDetection => {
    return { detection: describeReview(review), row: undefined, review };
  });
  return [...present, ...waiting];
}

function describeReview(review: SqlRow): MatchedDetection {
  return describeReviewed(textCell(review, 'identity'), readReviewedDetection(review));
}

/** A detection that came without its UUID still has that of its review. */
function addReviewedUuid(row: MatchedRow, review: SqlRow): MatchedDetection {
  const { uuid } = describeReview(review);
  return row.uuid?.isUnique || !uuid ? row : { ...row, uuid };
}
