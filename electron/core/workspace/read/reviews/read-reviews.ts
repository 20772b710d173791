import type { ReviewOfDetection } from '../../../../../shared/review/merge-reviews.ts';
import { numberCell, numberOrNull, textCell } from '../../file/cells.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { readSubjectsOfRecords } from '../ais/read-decisions.ts';
import { readReview, readReviewedDetection } from './read-review.ts';

/** The reviews of these records' detections, or all their history in the order in which it was recorded. */
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

/** Reviews of the detections of these records, by what names a detection in every workspace. */
export function reviewsOfRecords(sql: Sql, recordIds: readonly string[]): readonly ReviewOfDetection[] {
  return readReviews(sql, 'reviews', recordIds);
}

/** The detection with the review of this identity; undefined when there is none in the workspace. */
export function reviewedDetectionId(
  sql: Sql,
  { recordId, identity }: Pick<ReviewOfDetection, 'recordId' | 'identity'>,
): number | undefined {
  const row = sql.get`
    SELECT detection_id FROM reviews WHERE record_id = ${recordId} AND identity = ${identity}
      AND (EXISTS (SELECT 1 FROM detections WHERE fid = detection_id)
        OR EXISTS (SELECT 1 FROM detection_areas WHERE fid = detection_id))`;
  if (row) return numberCell(row, 'detection_id');
  // One without a review may have an AIS decision.
  const subjects = readSubjectsOfRecords(sql, [recordId]);
  return [...subjects].find(([, subject]) => subject.identity === identity)?.[0];
}

/** The review in a row, with what it is a review of. */
export function readReviewRow(row: SqlRow): ReviewOfDetection {
  const detection = readReviewedDetection(row);
  const meters = 'carried_meters' in row ? numberOrNull(row, 'carried_meters') : null;
  return {
    recordId: textCell(row, 'record_id'),
    identity: textCell(row, 'identity'),
    review: readReview(row),
    ...(detection ? { detection } : {}),
    ...(meters === null ? {} : { carriedMeters: meters }),
  };
}
