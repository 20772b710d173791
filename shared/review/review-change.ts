import { z } from 'zod';
import { type Review, reviewSchema, verdictSchema } from './review.ts';

/** What is to be said of detections. An absent member stays as it is; a null verdict takes the verdict away. */
export const reviewChangeSchema = z
  .object({
    verdict: verdictSchema.nullable().optional(),
    flagged: z.boolean().optional(),
    note: reviewSchema.shape.note.optional(),
  })
  .refine(
    ({ verdict, flagged, note }) => verdict !== undefined || flagged !== undefined || note !== undefined,
    {
      message: 'Say what is to change: the verdict, the flag or the note.',
    },
  );
export type ReviewChange = z.infer<typeof reviewChangeSchema>;

/** The same change for many detections, by their ids. */
export const setReviewsSchema = z.object({
  ids: z.array(z.int().positive()).min(1).max(200_000),
  change: reviewChangeSchema,
});
export type SetReviews = z.infer<typeof setReviewsSchema>;

/** How a detection stands. Null: nothing is said of it, or what was said has been taken back. */
export type ReviewOfId = { readonly id: number; readonly review: Review | null };

/** Answers name no more detections than this; of more, ask again for what is shown. */
export const maxReviewsTold = 1000;

/** What a change of reviews has done. */
export type ReviewsChanged = {
  /** Names the change so that it can be undone; null when nothing was changed, and nothing written. */
  readonly batch: string | null;
  /** How many detections now stand differently. */
  readonly changed: number;
  /** Ids that are no detections (any more); the others were changed. */
  readonly missing: readonly number[];
  /** How the changed ones now stand; no more than `maxReviewsTold` of them. */
  readonly reviews: readonly ReviewOfId[];
};

/** What a batch of changes came from. */
export const reviewBatchKindSchema = z.enum(['set', 'undo', 'merge']);
export type ReviewBatchKind = z.infer<typeof reviewBatchKindSchema>;

/** Changes that were made at once, and are undone at once. */
export type ReviewBatch = {
  readonly batch: string;
  readonly kind: ReviewBatchKind;
  /** Of an undo: the batch whose changes it took back. */
  readonly undoes: string | null;
  readonly reviewer: string;
  /** UTC, ISO 8601. */
  readonly madeAt: string;
  readonly changed: number;
  /** Whether it has been undone, and the undo not undone in its turn. */
  readonly undone: boolean;
};

/** One thing that was said of a detection. */
export type ReviewHistoryEntry = {
  /** What was said, by whom and when. */
  readonly review: Review;
  /** The batch of changes that it belongs to; null where it was said in another workspace. */
  readonly batch: string | null;
  readonly kind: ReviewBatchKind | null;
};

/** Who signs the reviews: the name that the analyst gave, or else the account's user name. */
export type Reviewer = {
  readonly name: string;
  /** The name that the analyst gave; null where there is none. */
  readonly given: string | null;
};

/** The name under which reviews are to be signed; an empty one means the account's. */
export const reviewerNameSchema = z.string().trim().max(200, 'A name has at most 200 characters.');
