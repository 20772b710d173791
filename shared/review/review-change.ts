import { z } from 'zod';
import { type Review, reviewSchema, verdictSchema } from './review.ts';

/** A change of a review. Absent members stay unchanged; a null verdict removes the verdict. */
export const reviewChangeSchema = z
  .object({
    verdict: verdictSchema.nullable().optional(),
    flagged: z.boolean().optional(),
    note: reviewSchema.shape.note.optional(),
  })
  .refine(
    ({ verdict, flagged, note }) => verdict !== undefined || flagged !== undefined || note !== undefined,
    {
      message: 'State what is to change: the verdict, the flag or the note.',
    },
  );
export type ReviewChange = z.infer<typeof reviewChangeSchema>;

/** The same change for many detections, by their ids. */
export const setReviewsSchema = z.object({
  ids: z.array(z.int().positive()).min(1).max(200_000),
  change: reviewChangeSchema,
  /** Id of the batch, made by the caller: a retry after a lost response finds what the first request has written. */
  batch: z.uuid().optional(),
});
export type SetReviewsRequest = z.infer<typeof setReviewsSchema>;

/** The review of a detection; null without one, or after it was undone. */
export type ReviewEntry = { readonly id: number; readonly review: Review | null };

/** Maximum number of reviews in a result; for larger changes, refetch what is displayed. */
export const maxReviewsReturned = 1000;

/** The result of a change of reviews. */
export type SetReviewsResult = {
  /** Id of the batch, for undo; null when nothing was changed. */
  readonly batch: string | null;
  /** Number of detections whose review changed. */
  readonly changed: number;
  /** Ids without a detection; the others were changed. */
  readonly missing: readonly number[];
  /** The new reviews, at most `maxReviewsReturned`. */
  readonly reviews: readonly ReviewEntry[];
};

/** Reviews that an import wrote, as a batch. */
export type ImportedReviews = { readonly batch: string; readonly changed: number };

/** The origin of a batch of changes. */
export const reviewBatchKindSchema = z.enum(['set', 'undo', 'merge', 'attach']);
export type ReviewBatchKind = z.infer<typeof reviewBatchKindSchema>;

/** Changes that were made together and are undone together. */
export type ReviewBatch = {
  readonly batch: string;
  readonly kind: ReviewBatchKind;
  /** For an undo: the batch that it reverted. */
  readonly undoes: string | null;
  readonly reviewer: string;
  /** UTC, ISO 8601. */
  readonly madeAt: string;
  readonly changed: number;
  /** Whether it is undone at present: an undo can itself be undone. */
  readonly undone: boolean;
};

/** The last batches of changes, newest first. */
export type ReviewBatches = {
  readonly batches: readonly ReviewBatch[];
  /** Number of others of a kind that this Sightline does not know: it cannot undo them. */
  readonly unknownKinds: number;
};

/** An entry of the review history of a detection. */
export type ReviewHistoryEntry = {
  /** The review, with reviewer and time. */
  readonly review: Review;
  /** The batch of the change; null when it was made in another workspace. */
  readonly batch: string | null;
  /** Null without a batch, or when this Sightline does not know the kind. */
  readonly kind: ReviewBatchKind | null;
};

/** The reviewer name: the one that the analyst chose, or else the user name of the account. */
export type Reviewer = {
  readonly name: string;
  /** The name that the analyst chose; null without one. */
  readonly given: string | null;
  /** Whether it is the login on the team database, which cannot be changed here. */
  readonly isTeamLogin?: true;
};

/** A reviewer name; an empty one means the user name of the account. */
export const reviewerNameSchema = z.string().trim().max(200, 'A name has at most 200 characters.');

/** A review after a change that is not written yet: reviewer and time are known only once it is. */
export function applyReviewChange(review: Review, { verdict, flagged, note }: ReviewChange): Review {
  return {
    ...review,
    reviewer: '',
    ...(verdict === undefined ? {} : { verdict }),
    ...(flagged === undefined ? {} : { flagged }),
    ...(note === undefined ? {} : { note }),
  };
}
