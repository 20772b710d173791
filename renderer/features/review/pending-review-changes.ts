import type { Failure } from '../../../shared/result.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import type { UnsavedReviews } from '../../stores/review-store.ts';

/** A change of reviews from the click until it is written or reverted. */
export type PendingReviewChange = {
  readonly ids: readonly number[];
  readonly change: ReviewChange;
  /** Whether a response to its last write was lost. */
  mayBeWritten: boolean;
  /** Shows the reviews as they were before the change. */
  readonly revert: () => void;
};

/** The changes that are not written yet, oldest first, and when a failed write is retried. */
export type PendingReviewChanges = {
  add(change: PendingReviewChange): void;
  /** False once the change was reverted, so that it must not be written. */
  has(change: PendingReviewChange): boolean;
  /** Removes a change that was written or cannot be. */
  remove(change: PendingReviewChange): void;
  /** Resolves when a write that failed is to be tried again. */
  waitForRetry(failure: Failure): Promise<void>;
  /** Tries failed writes again at once. */
  retry(): void;
  /** Reverts a change that waits because writes fail now. False when it is or may be written, or is being written. */
  revertWaiting(change: PendingReviewChange): boolean;
  /** Reverts all changes, the last first. Returns how many there were. */
  revertAll(): number;
};

const retryDelaysMs = [1_000, 2_000, 5_000, 15_000] as const;

/** Creates an empty list. `onUnsaved` is called with the changes that are waiting since a write failed, or null. */
export function createPendingReviewChanges(
  onUnsaved: (unsaved: UnsavedReviews | null) => void,
): PendingReviewChanges {
  const pending = new Set<PendingReviewChange>();
  let failure: Failure | null = null;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wake: (() => void)[] = [];

  const publish = () => onUnsaved(failure && pending.size > 0 ? { failure, changes: byId(pending) } : null);
  const retry = () => {
    clearTimeout(timer);
    timer = undefined;
    const woken = wake;
    wake = [];
    for (const resolve of woken) resolve();
  };
  const revert = (change: PendingReviewChange) => {
    pending.delete(change);
    change.revert();
  };
  return {
    add(change) {
      pending.add(change);
      if (failure) publish();
    },
    has: (change) => pending.has(change),
    remove(change) {
      pending.delete(change);
      failure = null;
      attempts = 0;
      publish();
    },
    waitForRetry(cause) {
      failure = cause;
      publish();
      if (timer === undefined) {
        timer = setTimeout(retry, retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)]);
        attempts += 1;
      }
      return new Promise((resolve) => wake.push(resolve));
    },
    retry,
    revertWaiting(change) {
      if (!failure || !pending.has(change) || change.mayBeWritten) return false;
      revert(change);
      publish();
      retry();
      return true;
    },
    revertAll() {
      const all = [...pending].reverse();
      for (const change of all) revert(change);
      publish();
      retry();
      return all.length;
    },
  };
}

function byId(pending: ReadonlySet<PendingReviewChange>): UnsavedReviews['changes'] {
  const changes = new Map<number, ReviewChange[]>();
  for (const { ids, change } of pending) {
    for (const id of ids) {
      const former = changes.get(id);
      if (former) former.push(change);
      else changes.set(id, [change]);
    }
  }
  return changes;
}
