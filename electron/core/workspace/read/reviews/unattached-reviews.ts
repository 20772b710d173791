import { centerOfReviewed } from '../../../../../shared/review/reviewed-detection.ts';
import type {
  UnattachedPage,
  UnattachedReview,
  UnattachedReviews,
} from '../../../../../shared/review/unattached-review.ts';
import { numberCell, textCell } from '../../file/cells.ts';
import { countRows, type Sql, type SqlRow } from '../../file/sql.ts';
import { readReview, readReviewedDetection } from './read-review.ts';

/** Non-empty reviews whose detection is not in the workspace. */
export const unattached = `reviews WHERE (verdict NOT NULL OR flagged <> 0 OR note <> '')
  AND NOT EXISTS (SELECT 1 FROM detections WHERE fid = detection_id AND detections.record_id = reviews.record_id)
  AND NOT EXISTS (SELECT 1 FROM detection_areas WHERE fid = detection_id AND detection_areas.record_id = reviews.record_id)`;

/** Reviews without a detection, the last reviewed first. */
export function readUnattached(sql: Sql, { offset, limit }: UnattachedPage): UnattachedReviews {
  const rows = sql.all(
    `SELECT reviews.*, EXISTS (SELECT 1 FROM records WHERE records.record_id = reviews.record_id) AS is_record_present
     FROM ${unattached} ORDER BY reviewed_at DESC, record_id, identity LIMIT ? OFFSET ?`,
    limit,
    offset,
  );
  return { rows: rows.map(readRow), total: countRows(sql, unattached) };
}

function readRow(row: SqlRow): UnattachedReview {
  const detection = readReviewedDetection(row);
  return {
    recordId: textCell(row, 'record_id'),
    identity: textCell(row, 'identity'),
    review: readReview(row),
    position: detection && centerOfReviewed(detection),
    analytic: detection?.analytic ?? null,
    isRecordPresent: numberCell(row, 'is_record_present') === 1,
  };
}
