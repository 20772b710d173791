import type { Result } from '../../../shared/result.ts';
import type {
  ReviewBatches,
  Reviewer,
  ReviewHistoryEntry,
  SetReviewsRequest,
  SetReviewsResult,
} from '../../../shared/review/review-change.ts';
import type {
  ConflictChoice,
  MergeRequest,
  ReviewedDetectionRequest,
  ReviewMergeResult,
  ReviewMergeSource,
} from '../../../shared/review/review-merge.ts';
import type {
  AttachReview,
  ReattachReview,
  UnattachedPage,
  UnattachedReviews,
} from '../../../shared/review/unattached-review.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { MergeResult } from '../workspace/tables/merge-workspace.ts';

/** What a detachment has changed, and what undoes it. */
export type DetachResult = SetReviewsResult & { readonly undo: ReattachReview };

/** The reviews of the detections of the open workspace. */
export type Reviews = {
  /**
   * Sets the same review change on many detections, in one transaction. Unchanged reviews are not written. Fails with
   * `not-found` when none of the ids is a detection.
   */
  set(request: SetReviewsRequest): Promise<Result<SetReviewsResult>>;
  /**
   * Reverts a batch of changes, as a new batch in the history that can itself be undone. Fails with `not-found`, or with
   * `conflict` when it is undone already or detections of it have been reviewed since.
   */
  undo(batch: string): Promise<Result<SetReviewsResult>>;
  /** The detection with the review of this identity; null when it is not in the workspace. */
  detectionId(request: ReviewedDetectionRequest): Promise<Result<number | null>>;
  /** The review history of a detection, newest first. Fails with `not-found`. */
  history(id: number): Promise<Result<readonly ReviewHistoryEntry[]>>;
  /** The last batches of changes, newest first, which can be undone even after a restart. */
  batches(limit: number): Promise<Result<ReviewBatches>>;
  /** Verdicts, flags and notes whose detections are not in the workspace. */
  unattached(page: UnattachedPage): Promise<Result<UnattachedReviews>>;
  /**
   * Attaches one of them to a detection; it can be undone as a batch. Fails with `not-found`, or with `conflict` when the
   * detection already has a review.
   */
  attach(request: AttachReview): Promise<Result<SetReviewsResult>>;
  /**
   * Detaches a review that was carried over to the detection; returns what undoes it. Fails with `not-found` when it has
   * none.
   */
  detach(detectionId: number): Promise<Result<DetachResult>>;
  /** Undoes a detachment. Fails with `not-found`, or with `conflict` when the detection has been reviewed since. */
  reattach(request: ReattachReview): Promise<Result<SetReviewsResult>>;
  /** Writes all reviews without a detection to a CSV file. */
  writeUnattached(path: string): Promise<Result<undefined>>;
  /** Previews merging the reviews of another workspace. Fails with `invalid-input` and the reason. */
  previewMerge(chosen: ChosenFile): Promise<Result<ReviewMergeSource>>;
  /** Merges the reviews of a previewed workspace, in one transaction. It can be undone as a batch. */
  merge(request: MergeRequest): Promise<Result<ReviewMergeResult>>;
  /** Merges the reviews of a case package, which were written to a workspace file, into `workspace`. */
  mergePackaged(workspace: Workspace, file: string, conflicts: ConflictChoice): Promise<Result<MergeResult>>;
  reviewer(): Reviewer;
  /** Sets the reviewer's name for further reviews; an empty one means the account's user name. */
  setReviewer(name: string): Promise<Result<Reviewer>>;
};
