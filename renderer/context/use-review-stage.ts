import { isReviewing, type ReviewStore } from '../stores/review-store.ts';
import type { Stores } from '../stores/stores.ts';
import type { UiStore } from '../stores/ui-store.ts';
import { useReview, useUi } from './use-stores.ts';

/** Content of a review in the main column instead of the map. */
export type ReviewStageContent = 'detection' | 'summary';

/** Content of a review in the main column; null while the map is there. */
export function reviewStage(
  review: Pick<ReviewStore, 'queue' | 'isSummaryOpen'>,
  { isMapFocused }: Pick<UiStore, 'isMapFocused'>,
): ReviewStageContent | null {
  if (isMapFocused) return null;
  if (isReviewing(review)) return 'detection';
  return review.isSummaryOpen && review.queue?.state === 'finished' ? 'summary' : null;
}

/** Whether the map with its tools and the dock is in the main column, rather than a review. */
export function isMapInMainColumn({ review, ui }: Pick<Stores, 'review' | 'ui'>): boolean {
  return reviewStage(review.getState(), ui.getState()) === null;
}

/** The content of a review in the main column; null while the map is there. */
export function useReviewStage(): ReviewStageContent | null {
  const isMapFocused = useUi((state) => state.isMapFocused);
  return useReview((state) => reviewStage(state, { isMapFocused }));
}
