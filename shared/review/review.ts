import { z } from 'zod';

/** What an analyst can say of a detection. */
export const verdictSchema = z.enum(['confirmed', 'rejected', 'unsure']);
export type Verdict = z.infer<typeof verdictSchema>;

/** A verdict, or that there is none yet. */
export const reviewStateSchema = z.enum(['unreviewed', ...verdictSchema.options]);
export type ReviewState = z.infer<typeof reviewStateSchema>;

/** How a detection has been judged. One that is only flagged or noted has no verdict. */
export const reviewSchema = z.object({
  verdict: verdictSchema.nullable(),
  flagged: z.boolean(),
  note: z.string().max(10_000),
  /** Who said so: the account's user name, or the name that the analyst gave. */
  reviewer: z.string(),
  /** UTC, ISO 8601. */
  reviewedAt: z.string(),
});
export type Review = z.infer<typeof reviewSchema>;

/** What stands where nobody has said anything. */
export const emptyReview: Review = { verdict: null, flagged: false, note: '', reviewer: '', reviewedAt: '' };

/** Whether two reviews say the same, whoever says it. */
export function saysTheSame(one: Review, other: Review): boolean {
  return one.verdict === other.verdict && one.flagged === other.flagged && one.note === other.note;
}

/** Whether everything that was said has been taken back. */
export function isEmptyReview(review: Review): boolean {
  return saysTheSame(review, emptyReview);
}
