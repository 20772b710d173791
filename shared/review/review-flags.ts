import { type Review, verdictSchema } from './review.ts';

/** The bits of a detection's flags that reviews have a say in, see `DetectionFeed.flags`. */
export const reviewFlagBits = 0b11100;

/** What a review says, as it stands in the feed's flags: bits 2 and 3 the verdict, bit 4 flagged. */
export function reviewFlags(review: Pick<Review, 'verdict' | 'flagged'> | null): number {
  if (!review) return 0;
  const verdict = review.verdict === null ? 0 : verdictSchema.options.indexOf(review.verdict) + 1;
  return (verdict << 2) | (review.flagged ? 1 << 4 : 0);
}
