import { type MergeOrder, type ReviewOfDetection, reviewKey } from './merge-reviews.ts';
import type { Review } from './review.ts';

/** An entry of a review history, in the order of the history. */
export type HistoricalReview = ReviewOfDetection & {
  /** Whether the change was made in that workspace, and not taken from another one by a merge. */
  readonly isLocalChange: boolean;
};

/**
 * Returns a function that determines the order of two states. Times do not decide, because an undo restores an old
 * review.
 */
export function createMergeOrder(
  here: readonly HistoricalReview[],
  there: readonly HistoricalReview[],
): (present: ReviewOfDetection, arriving: ReviewOfDetection) => MergeOrder {
  const [pastHere, pastThere] = [indexHistory(here), indexHistory(there)];
  return (present, arriving) => {
    const key = reviewKey(present);
    const isKnownHere = pastHere.states.has(
      reviewStateKey(key, pastThere.lastLocalChange.get(key) ?? arriving.review),
    );
    const isKnownThere = pastThere.states.has(
      reviewStateKey(key, pastHere.lastLocalChange.get(key) ?? present.review),
    );
    if (isKnownHere === isKnownThere) return 'apart';
    return isKnownHere ? 'here-later' : 'there-later';
  };
}

function indexHistory(history: readonly HistoricalReview[]) {
  const states = new Set<string>();
  const lastLocalChange = new Map<string, Review>();
  for (const entry of history) {
    const key = reviewKey(entry);
    states.add(reviewStateKey(key, entry.review));
    if (entry.isLocalChange) lastLocalChange.set(key, entry.review);
  }
  return { states, lastLocalChange };
}

function reviewStateKey(key: string, { verdict, flagged, note, reviewer, reviewedAt }: Review): string {
  return JSON.stringify([key, verdict, flagged, note, reviewer, reviewedAt]);
}
