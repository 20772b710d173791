import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { numberCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { locateReviews } from './locate-reviews.ts';
import { mergeWorkspace, previewMerge } from './merge-workspace.ts';
import { readBatches, readHistory } from './review-batches.ts';
import { setReviews } from './review-changes.ts';
import { readReviews, writeReviews } from './stored-reviews.ts';
import { applyTeamReviews, countByReviewer, countUnpushed, readDisagreements } from './team-reviews.ts';
import { attachReview, detachReview, readUnattached, reattachReview } from './unattached-reviews.ts';
import { undoReviews } from './undo-reviews.ts';

/** Reviews, by detection and by what names a detection in every workspace. */
export function createReviewsTable(
  sql: Sql,
): Pick<
  WorkspaceStore,
  | 'reviewsOfRecords'
  | 'renameReviews'
  | 'upsertReviews'
  | 'setReviews'
  | 'undoReviews'
  | 'unattachedReviews'
  | 'attachReview'
  | 'detachReview'
  | 'reattachReview'
  | 'reviewedDetectionId'
  | 'reviewHistory'
  | 'reviewBatches'
  | 'previewMerge'
  | 'mergeWorkspace'
  | 'applyTeamReviews'
  | 'disagreements'
  | 'reviewerCounts'
  | 'unpushedReviews'
> {
  return {
    reviewsOfRecords: (recordIds) => readReviews(sql, 'reviews', recordIds),
    renameReviews: (reviews) => locateReviews(sql, reviews).map(({ entry }) => entry),
    upsertReviews: (reviews, history) => sql.transaction(() => writeReviews(sql, reviews, history)),
    setReviews: (ids, change, batchInfo) => setReviews(sql, ids, change, batchInfo),
    undoReviews: (batch, batchInfo) => undoReviews(sql, batch, batchInfo),
    unattachedReviews: (page) => readUnattached(sql, page),
    attachReview: (request, batchInfo) => attachReview(sql, request, batchInfo),
    detachReview: (id) => detachReview(sql, id),
    reattachReview: (request) => reattachReview(sql, request),
    reviewedDetectionId: (detection) => findReviewedDetection(sql, detection),
    reviewHistory: (id) => readHistory(sql, id),
    reviewBatches: (limit) => readBatches(sql, limit),
    previewMerge: (path) => previewMerge(sql, path),
    applyTeamReviews: (page) => applyTeamReviews(sql, page),
    disagreements: (limit, pushed) => readDisagreements(sql, limit, pushed),
    reviewerCounts: () => countByReviewer(sql),
    unpushedReviews: (pushed) => countUnpushed(sql, pushed),
    mergeWorkspace: (path, choice, batchInfo) => mergeWorkspace(sql, path, choice, batchInfo),
  };
}

/** The detection that has the review with this identity; undefined without one, or when it is not in the workspace. */
function findReviewedDetection(
  sql: Sql,
  { recordId, identity }: Pick<ReviewOfDetection, 'recordId' | 'identity'>,
): number | undefined {
  const row = sql.get(
    `SELECT detection_id FROM reviews WHERE record_id = ? AND identity = ?
       AND (EXISTS (SELECT 1 FROM detections WHERE fid = detection_id)
         OR EXISTS (SELECT 1 FROM detection_areas WHERE fid = detection_id))`,
    recordId,
    identity,
  );
  return row && numberCell(row, 'detection_id');
}
