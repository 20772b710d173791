import { z } from 'zod';

/** The verdict of an analyst on a detection. */
export const verdictSchema = z.enum(['confirmed', 'rejected', 'unsure']);
export type Verdict = z.infer<typeof verdictSchema>;

/** A verdict, or that there is none yet. */
export const reviewStateSchema = z.enum(['unreviewed', ...verdictSchema.options]);
export type ReviewState = z.infer<typeof reviewStateSchema>;

/** The review of a detection. One that is only flagged or has only a note has no verdict. */
export const reviewSchema = z.object({
  verdict: verdictSchema.nullable(),
  flagged: z.boolean(),
  note: z.string().max(10_000),
  /** The user name of the account, or the name that the analyst chose. */
  reviewer: z.string(),
  /** UTC, ISO 8601. */
  reviewedAt: z.string(),
});
export type Review = z.infer<typeof reviewSchema>;

/** The review of a detection without any. */
export const emptyReview: Review = { verdict: null, flagged: false, note: '', reviewer: '', reviewedAt: '' };

/** Whether two reviews have the same content, regardless of reviewer and time. */
export function isSameReview(one: Review, other: Review): boolean {
  return one.verdict === other.verdict && one.flagged === other.flagged && one.note === other.note;
}

/** Whether a review has no verdict, flag or note. */
export function isEmptyReview(review: Review): boolean {
  return isSameReview(review, emptyReview);
}
