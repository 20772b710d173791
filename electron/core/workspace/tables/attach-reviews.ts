import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { emptyReview, isEmptyReview } from '../../../../shared/review/review.ts';
import type { ReviewEntry } from '../../../../shared/review/review-change.ts';
import type { AttachReview, ReattachReview } from '../../../../shared/review/unattached-review.ts';
import { numberCell, numberOrNull, textCell } from '../file/cells.ts';
import { createDetectionIds, reserveDetectionId } from '../file/detection-ids.ts';
import { markReviewsMoved, readReviewsVersion } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { readReview } from '../read/reviews/read-review.ts';
import { unattached } from '../read/reviews/unattached-reviews.ts';
import {
  type ReviewBatchInfo,
  readTargets,
  type WrittenReviewChanges,
  writeReviewChanges,
} from './reviews.ts';

/** Rows that a detachment has written, and their inverse. */
type DetachedReview = { readonly written: WrittenReviewChanges; readonly undo: ReattachReview };

/**
 * Attaches a review without a detection to a detection without a review, as a batch that can be undone. Its signature
 * is unchanged. An empty review remains in its former row, so that merges with other workspaces remove it there, too.
 * Fails with `not-found`, or with `conflict` when the detection already has a review.
 */
export function attachReview(
  sql: Sql,
  { recordId, identity, detectionId }: AttachReview,
  batchInfo: ReviewBatchInfo,
): Result<WrittenReviewChanges> {
  return sql.transaction(() => {
    const row = sql.get(selectUnattached, recordId, identity);
    if (!row) return noReview();
    const [target] = readTargets(sql, [detectionId]);
    if (!target) return noDetection(detectionId);
    if (target.former && !isEmptyReview(target.former)) return alreadyReviewed(detectionId);
    const review = readReview(row);
    const removed = { ...emptyReview, reviewer: batchInfo.reviewer, reviewedAt: batchInfo.at };
    const written = writeReviewChanges(sql, { ...batchInfo, kind: 'attach', undoes: null }, [
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
    return succeed(written);
  });
}

/**
 * Detaches a review that was carried over from its detection, so that it is without one again. Undefined when the
 * detection has no review that was carried over.
 */
export function detachReview(sql: Sql, detectionId: number): DetachedReview | undefined {
  return sql.transaction(() => {
    const row = sql.get`SELECT * FROM reviews WHERE detection_id = ${detectionId}`;
    const carriedMeters = row ? numberOrNull(row, 'carried_meters') : null;
    if (!row || carriedMeters === null) return undefined;
    const recordId = textCell(row, 'record_id');
    const identity = textCell(row, 'identity');
    const moved = { recordId, identity, detectionId: createDetectionIds(sql)(), carriedMeters: null };
    return {
      written: moveReview(sql, moved, { id: detectionId, review: null }),
      undo: { recordId, identity, detectionId, carriedMeters },
    };
  });
}

/** Attaches a detached review again, as it was carried over before. Fails like `attachReview`. */
export function reattachReview(sql: Sql, request: ReattachReview): Result<WrittenReviewChanges> {
  const { recordId, identity, detectionId } = request;
  return sql.transaction(() => {
    const row = sql.get(selectUnattached, recordId, identity);
    if (!row) return noReview();
    if (readTargets(sql, [detectionId]).length === 0) return noDetection(detectionId);
    if (sql.get`SELECT 1 FROM reviews WHERE detection_id = ${detectionId}`) {
      return alreadyReviewed(detectionId);
    }
    return succeed(moveReview(sql, request, { id: detectionId, review: readReview(row) }));
  });
}

const selectUnattached = `SELECT * FROM ${unattached} AND record_id = ? AND identity = ?`;

function noReview() {
  return fail('not-found', 'This verdict now has a detection, or has been removed.');
}

function noDetection(id: number) {
  return fail('not-found', `The detection ${id} is not in the workspace. Select another one.`);
}

function alreadyReviewed(id: number) {
  const message = `The detection ${id} already has a review. Remove it first, or select another detection.`;
  return fail('conflict', message);
}

/** Gives a review another detection within a transaction that is under way; `shown` is what the detection has then. */
function moveReview(
  sql: Sql,
  {
    recordId,
    identity,
    detectionId,
    carriedMeters,
  }: AttachReview & { readonly carriedMeters: number | null },
  shown: ReviewEntry,
): WrittenReviewChanges {
  const previousVersion = readReviewsVersion(sql);
  reserveDetectionId(sql, detectionId);
  sql.run`
    UPDATE reviews SET detection_id = ${detectionId}, carried_meters = ${carriedMeters}
    WHERE record_id = ${recordId} AND identity = ${identity}`;
  markReviewsMoved(sql);
  const version = readReviewsVersion(sql);
  return { batch: null, changed: 1, missing: [], reviews: [shown], previousVersion, version };
}
