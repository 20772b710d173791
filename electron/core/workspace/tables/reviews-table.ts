import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { lookAtMerge, mergeWorkspace } from './merge-workspace.ts';
import { readBatches, readHistory } from './review-batches.ts';
import { setReviews } from './review-changes.ts';
import { readReviews, writeReviews } from './stored-reviews.ts';
import { undoReviews } from './undo-reviews.ts';

/** Reviews, by detection and by what names a detection in every workspace. */
export function createReviewsTable(
  sql: Sql,
): Pick<
  WorkspaceStore,
  | 'reviewsOfRecords'
  | 'putReviews'
  | 'setReviews'
  | 'undoReviews'
  | 'reviewHistory'
  | 'reviewBatches'
  | 'lookAtMerge'
  | 'mergeWorkspace'
> {
  return {
    reviewsOfRecords: (recordIds) => readReviews(sql, 'reviews', recordIds),
    putReviews: (reviews, history) => sql.transaction(() => writeReviews(sql, reviews, history)),
    setReviews: (ids, change, act) => setReviews(sql, ids, change, act),
    undoReviews: (batch, act) => undoReviews(sql, batch, act),
    reviewHistory: (id) => readHistory(sql, id),
    reviewBatches: (limit) => readBatches(sql, limit),
    lookAtMerge: (path) => lookAtMerge(sql, path),
    mergeWorkspace: (path, choice, act) => mergeWorkspace(sql, path, choice, act),
  };
}
