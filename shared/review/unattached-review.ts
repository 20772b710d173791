import { z } from 'zod';
import type { Review } from './review.ts';

/** A verdict, flag or note whose detection is not in the workspace. */
export type UnattachedReview = {
  readonly recordId: string;
  /** Identifies it among the reviews of its record. */
  readonly identity: string;
  readonly review: Review;
  /** Place of its detection, `[longitude, latitude]`; null when unknown. */
  readonly position: readonly [number, number] | null;
  readonly analytic: string | null;
  /** Whether its record is in the workspace. */
  readonly isRecordPresent: boolean;
};

/** A page of them, the last reviewed first, and the total number. */
export type UnattachedReviews = { readonly rows: readonly UnattachedReview[]; readonly total: number };

/** Requests a page of the reviews without a detection. */
export const unattachedPageSchema = z.object({
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1000),
});
export type UnattachedPage = z.infer<typeof unattachedPageSchema>;

/** Attaches a review without a detection to a detection. */
export const attachReviewSchema = z.object({
  recordId: z.string(),
  identity: z.string(),
  detectionId: z.int().positive(),
});
export type AttachReview = z.infer<typeof attachReviewSchema>;

/** Undoes the detachment of a review that had been carried over to the detection, over this distance. */
export const reattachReviewSchema = attachReviewSchema.extend({ carriedMeters: z.number().nonnegative() });
export type ReattachReview = z.infer<typeof reattachReviewSchema>;
