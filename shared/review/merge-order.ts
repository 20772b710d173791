import { type ReviewOfDetection, reviewKey } from './merge-reviews.ts';
import type { Review } from './review.ts';

/** Something that was said, in the order of the history that it stands in. */
export type SaidReview = ReviewOfDetection & {
  /** Whether it was done in that workspace; what has come from elsewhere changes nothing there by itself. */
  readonly isAct: boolean;
};

/**
 * How two workspaces' states of one detection stand to each other, by what their histories know: one has seen the
 * other's and gone on from it, or each has gone its own way.
 */
export type MergeOrder = 'here-later' | 'there-later' | 'apart';

/** Tells the order of two states. Times say nothing of it: an undo brings back what was said long before. */
export function createMergeOrder(
  here: readonly SaidReview[],
  there: readonly SaidReview[],
): (present: ReviewOfDetection, arriving: ReviewOfDetection) => MergeOrder {
  const [pastHere, pastThere] = [readPast(here), readPast(there)];
  return (present, arriving) => {
    const key = reviewKey(present);
    const isKnownHere = pastHere.said.has(saying(key, pastThere.lastAct.get(key) ?? arriving.review));
    const isKnownThere = pastThere.said.has(saying(key, pastHere.lastAct.get(key) ?? present.review));
    if (isKnownHere === isKnownThere) return 'apart';
    return isKnownHere ? 'here-later' : 'there-later';
  };
}

function readPast(history: readonly SaidReview[]) {
  const said = new Set<string>();
  const lastAct = new Map<string, Review>();
  for (const entry of history) {
    const key = reviewKey(entry);
    said.add(saying(key, entry.review));
    if (entry.isAct) lastAct.set(key, entry.review);
  }
  return { said, lastAct };
}

function saying(key: string, { verdict, flagged, note, reviewer, reviewedAt }: Review): string {
  return JSON.stringify([key, verdict, flagged, note, reviewer, reviewedAt]);
}
