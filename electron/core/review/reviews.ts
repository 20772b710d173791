import type { Result } from '../../../shared/result.ts';
import type {
  ReviewBatch,
  Reviewer,
  ReviewHistoryEntry,
  ReviewsChanged,
  SetReviews,
} from '../../../shared/review/review-change.ts';

import type { MergedReviews, MergeRequest, OfferedReviews } from '../../../shared/review/review-merge.ts';
import type { ChosenFile } from '../workspace-tools/workspace-tools.ts';

/** What analysts say of the detections of the open workspace. */
export type Reviews = {
  /**
   * Says the same of many detections, in one transaction. What they say already is not written again. Fails with
   * `not-found` when none of the ids is a detection.
   */
  set(request: SetReviews): Promise<Result<ReviewsChanged>>;
  /**
   * Puts back what stood before a batch of changes, as a new entry of the history; it can itself be undone. Fails with
   * `not-found`, or with `conflict` when it is undone already or detections of it have been reviewed since.
   */
  undo(batch: string): Promise<Result<ReviewsChanged>>;
  /** Everything that was said of a detection, the last first. Fails with `not-found`. */
  history(id: number): Promise<Result<readonly ReviewHistoryEntry[]>>;
  /** The last batches of changes, the last first: what can be undone after a restart. */
  batches(limit: number): Promise<Result<readonly ReviewBatch[]>>;
  /** Looks at another workspace whose reviews are to be merged. Fails with `invalid-input` and why it cannot be. */
  offerMerge(chosen: ChosenFile): Promise<Result<OfferedReviews>>;
  /** Merges the reviews of a workspace that was looked at, in one transaction. It can be undone as a batch. */
  merge(request: MergeRequest): Promise<Result<MergedReviews>>;
  reviewer(): Reviewer;
  /** Signs reviews with this name from now on; an empty one means the account's user name. */
  setReviewer(name: string): Promise<Result<Reviewer>>;
};
