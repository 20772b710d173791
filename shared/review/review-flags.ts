import { type Review, verdictSchema } from './review.ts';

/** The bits of a detection's flags that depend on its review, see `DetectionFeed.flags`. */
export const reviewFlagBits = 0b11100;

/**
 * A change of reviews between two versions. `flags`: new flag bits of the changed detections, or null when the change
 * is too large to list.
 */
export type ReviewFlagsChange = {
  readonly previousVersion: number;
  readonly version: number;
  readonly flags: readonly { readonly id: number; readonly flags: number }[] | null;
};

/** Returns the flag bits of a review: bits 2 and 3 the verdict, bit 4 flagged. */
export function reviewFlags(review: Pick<Review, 'verdict' | 'flagged'> | null): number {
  if (!review) return 0;
  const verdict = review.verdict === null ? 0 : verdictSchema.options.indexOf(review.verdict) + 1;
  return (verdict << 2) | (review.flagged ? 1 << 4 : 0);
}
