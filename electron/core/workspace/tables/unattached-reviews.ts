import { emptyReview, isEmptyReview } from '../../../../shared/review/review.ts';
import { centerOfReviewed } from '../../../../shared/review/reviewed-detection.ts';
import type {
  AttachReview,
  UnattachedPage,
  UnattachedReview,
  UnattachedReviews,
} from '../../../../shared/review/unattached-review.ts';
import { numberCell, numberOrNull, textCell } from '../cells.ts';
import { createDetectionIds } from '../ingest/detection-ids.ts';
import { markReviewsMoved, readReviewsVersion } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import { type ReviewBatchInfo, readTargets, type WrittenReviews, writeChanges } from './review-changes.ts';
import { readReview, readReviewedDetection } from './review-rows.ts';

/** The outcome of attaching a review to a detection. */
export type AttachOutcome =
  | { readonly kind: 'attached'; readonly written: WrittenReviews }
  /** The review has a detection meanwhile, or is gone. */
  | { readonly kind: 'no-review' }
  | { readonly kind: 'no-detection' }
  /** The detection already has a review. */
  | { readonly kind: 'reviewed' };

/** Non-empty reviews whose detection is not in the workspace. */
const unattached = `FROM reviews WHERE (verdict NOT NULL OR flagged <> 0 OR note <> '')
  AND NOT EXISTS (SELECT 1 FROM detections WHERE fid = detection_id AND detections.record_id = reviews.record_id)
  AND NOT EXISTS (SELECT 1 FROM detection_areas WHERE fid = detection_id AND detection_areas.record_id = reviews.record_id)`;

/** Reviews without a detection, the last reviewed first. */
export function readUnattached(sql: Sql, { offset, limit }: UnattachedPage): UnattachedReviews {
  const total = sql.get(`SELECT count(*) AS total ${unattached}`);
  const rows = sql.all(
    `SELECT reviews.*, EXISTS (SELECT 1 FROM records WHERE records.record_id = reviews.record_id) AS is_record_present
     ${unattached} ORDER BY reviewed_at DESC, record_id, identity LIMIT ? OFFSET ?`,
    limit,
    offset,
  );
  return { rows: rows.map(readRow), total: total ? numberCell(total, 'total') : 0 };
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

/**
 * Attaches a review without a detection to a detection without a review, as a batch that can be undone. Its signature is
 * unchanged; an empty review remains in its former row, so that merges with other workspaces remove it there, too.
 */
export function attachReview(
  sql: Sql,
  { recordId, identity, detectionId }: AttachReview,
  batchInfo: ReviewBatchInfo,
): AttachOutcome {
  return sql.transaction(() => {
    const row = sql.get(`SELECT * ${unattached} AND record_id = ? AND identity = ?`, recordId, identity);
    if (!row) return { kind: 'no-review' };
    const [target] = readTargets(sql, [detectionId]);
    if (!target) return { kind: 'no-detection' };
    if (target.former && !isEmptyReview(target.former)) return { kind: 'reviewed' };
    const review = readReview(row);
    const removed = { ...emptyReview, reviewer: batchInfo.reviewer, reviewedAt: batchInfo.at };
    const written = writeChanges(sql, { ...batchInfo, kind: 'attach', undoes: null }, [
      { ...target, review, recordedReview: review },
      {
        id: numberCell(row, 'detection_id'),
        recordId,
        identity,
        former: review,
        review: removed,
        recordedReview: removed,
      },
    ]);
    return { kind: 'attached', written };
  });
}

/**
 * Detaches a review that was carried over from its detection, so that it is without one again. Undefined when the
 * detection has no review that was carried over.
 */
export function detachReview(sql: Sql, detectionId: number): WrittenReviews | undefined {
  return sql.transaction(() => {
    const row = sql.get('SELECT * FROM reviews WHERE detection_id = ?', detectionId);
    if (!row || numberOrNull(row, 'carried_meters') === null) return undefined;
    const previousVersion = readReviewsVersion(sql);
    sql.run(
      'UPDATE reviews SET detection_id = ?, carried_meters = NULL WHERE detection_id = ?',
      createDetectionIds(sql)(),
      detectionId,
    );
    markReviewsMoved(sql);
    const reviews = [{ id: detectionId, review: null }];
    return {
      batch: null,
      changed: 1,
      missing: [],
      reviews,
      previousVersion,
      version: readReviewsVersion(sql),
    };
  });
}
