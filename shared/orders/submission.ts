import { z } from 'zod';
import { failureSchema } from '../result.ts';

/**
 * One attempt to place an order, kept from before the first byte is sent. `bodyText` is the body, byte for byte.
 *
 * - `sending`: written before the request leaves; found at start, it means that we do not know, like `unknown`
 * - `accepted`: the service answered 201; `orderId` is set
 * - `refused`: the service answered that it will not take it (4xx); nothing was ordered
 * - `not-sent`: the request never left (no connection, signed out); nothing was ordered
 * - `unknown`: the request may have been taken; compare with the list of orders before sending again
 * - `dismissed`: the analyst looked at an unknown one and decided that it was not taken
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
  /** The kept draft that was sent; absent when the submission came of none. */
  draftId: z.uuid().optional(),
  /** When the analyst put it out of sight, UTC ISO 8601; only for one that came to nothing. */
  putAwayAt: z.string().optional(),
});
export type Submission = z.infer<typeof submissionSchema>;

/** Whether a submission certainly ordered nothing, so that its request can be sent again and it can be put away. */
export function cameToNothing({ state }: Pick<Submission, 'state'>): boolean {
  return state === 'refused' || state === 'not-sent' || state === 'dismissed';
}

/** An order on the service that may be the one a lost submission created. */
export const submissionMatchSchema = z.object({
  orderId: z.string(),
  descriptiveName: z.string().optional(),
  createdAt: z.string().optional(),
  /** `same-request`: the stored request equals what we sent. `similar`: created in the time and named alike. */
  likeness: z.enum(['same-request', 'similar']),
});
export type SubmissionMatch = z.infer<typeof submissionMatchSchema>;
