import { type Review, verdictSchema } from './review.ts';

/** The bits of a detection's flags that reviews have a say in, see `DetectionFeed.flags`. */
export const reviewFlagBits = 0b11100;

/**
 * Reviews that were changed, between two versions of them. `flags`: bits of the detections' flags that now stand, or
 * null when the change is too large to be told one by one.
 */
export type ReviewsChange = {
  readonly former: number;
  readonly version: number;
  readonly flags: readonly { readonly id: number; readonly flags: number }[] | null;
};

/** What a review says, as it stands in the feed's flags: bits 2 and 3 the verdict, bit 4 flagged. */
export function reviewFlags(review: Pick<Review, 'verdict' | 'flagged'> | null): number {
  if (!review) return 0;
  const verdict = review.verdict === null ? 0 : verdictSchema.options.indexOf(review.verdict) + 1;
  return (verdict << 2) | (review.flagged ? 1 << 4 : 0);
}
