import { useQuery } from '@tanstack/react-query';
import { emptyReview, type Review } from '../../../shared/review/review.ts';
import { useApp } from '../../context/app-context.tsx';
import { useReview } from '../../context/use-stores.ts';
import { isFlagged, type ReviewStateCode, reviewStateCode, verdictOf } from '../../stores/review-queue.ts';
import { withUnsavedChanges } from '../../stores/review-store.ts';

/**
 * A detection and its review, with the changes that are not saved yet. The review is undefined while it is loaded, the
 * note until the stored one is known; `unsavedBecause` is why its last change is not saved, null if it is.
 */
export function useDetectionReview(detectionId: number) {
  const { queries } = useApp();
  const detail = useQuery(queries.results.detail.queryOptions(detectionId));
  const queueState = useReview(({ queue }) => queue?.stateCodes[queue.ids.indexOf(detectionId)]);
  const stored = detail.data === undefined ? undefined : (detail.data?.detection.review ?? null);
  const unsaved = useReview((state) => state.unsaved);
  const changes = unsaved?.changes.get(detectionId);
  const review = withUnsavedChanges(withQueueState(stored, queueState), changes);
  return {
    detail,
    review,
    note: detail.data === undefined ? undefined : (review?.note ?? ''),
    unsavedBecause: changes ? (unsaved?.failure ?? null) : null,
  };
}

/** The stored review with the queue's newer state until it is written; undefined while neither is loaded. */
function withQueueState(
  review: Review | null | undefined,
  queueState: ReviewStateCode | undefined,
): Review | null | undefined {
  if (queueState === undefined || (review !== undefined && queueState === reviewStateCode(review)))
    return review;
  // Reviewer and time are known once the review is written.
  const queued = { verdict: verdictOf(queueState), flagged: isFlagged(queueState) };
  return { ...(review ?? emptyReview), ...queued, reviewer: '' };
}
