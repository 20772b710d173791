import { z } from 'zod';
import { failureSchema } from '../../result.ts';

/**
 * An attempt to place an order, stored before the first byte is sent. `bodyText` is the exact body.
 *
 * - `sending`: stored before the request is sent; at the next start it means that the outcome is unknown
 * - `accepted`: the service responded with 201; `orderId` is set
 * - `refused`: the service refused the request (4xx); nothing was ordered
 * - `not-sent`: the request was not sent (no connection, signed out); nothing was ordered
 * - `unknown`: the request may have been accepted; compare with the list of orders before sending again
 * - `dismissed`: the analyst checked an unknown one and decided that it was not accepted
 */
export const submissionSchema = z.object({
  id: z.uuid(),
  state: z.enum(['sending', 'accepted', 'refused', 'not-sent', 'unknown', 'dismissed']),
  descriptiveName: z.string(),
  bodyText: z.string(),
  createdAt: z.string(),
  settledAt: z.string().optional(),
  orderId: z.string().optional(),
  failure: failureSchema.optional(),
  /** The saved draft that was sent; absent in rows of versions that did not store it. */
  draftId: z.uuid().optional(),
  /** The earlier submission of the same draft that ordered nothing, and that this one retries. */
  retryOf: z.uuid().optional(),
  /**
   * When the analyst archived it, UTC ISO 8601; only when nothing was ordered. The name is that of the stored member.
   */
  archivedAt: z.string().optional(),
});
export type Submission = z.infer<typeof submissionSchema>;

/** Whether a submission certainly ordered nothing, so that it can be sent again or archived. */
export function isNotOrdered({ state }: Pick<Submission, 'state'>): boolean {
  return state === 'refused' || state === 'not-sent' || state === 'dismissed';
}

/** Returns the id of a submission’s draft. A submission stored without one is the first of a separate draft. */
export function getDraftId({ id, draftId }: Pick<Submission, 'id' | 'draftId'>): string {
  return draftId ?? id;
}

/**
 * Returns the submission with the outcome of a draft; undefined when it was never sent. A draft is ordered once: this is
 * the submission that was or may have been accepted; without one, the last that ordered nothing.
 */
export function findDraftSubmission(
  draftId: string,
  submissions: readonly Submission[],
): Submission | undefined {
  const isSame = (submission: Submission) => getDraftId(submission).toLowerCase() === draftId.toLowerCase();
  const newestFirst = submissions
    .filter(isSame)
    .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  const retried = new Set(newestFirst.map(({ retryOf }) => retryOf));
  return (
    newestFirst.find((submission) => !isNotOrdered(submission)) ??
    newestFirst.find(({ id }) => !retried.has(id))
  );
}

/**
 * Whether a draft whose last submission is `last` can be submitted: when there is none, or when the caller names it as
 * `retryOf` and it ordered nothing.
 */
export function canSubmitDraft(last: Submission | undefined, retryOf: string | undefined): boolean {
  return last === undefined || (last.id === retryOf && isNotOrdered(last));
}

/** An order of the service that a submission with unknown outcome may have created. */
export const submissionMatchSchema = z.object({
  orderId: z.string(),
  descriptiveName: z.string().optional(),
  createdAt: z.string().optional(),
  /**
   * `same-request`: the stored request equals the sent one. `similar`: created at about the same time with the same
   * name.
   */
  matchKind: z.enum(['same-request', 'similar']),
});
export type SubmissionMatch = z.infer<typeof submissionMatchSchema>;
