import type { Order } from '../../../../shared/orders/order.ts';
import {
  canSubmitDraft,
  findDraftSubmission,
  getDraftId,
  type Submission,
} from '../../../../shared/orders/request/submission.ts';
import type { Sql } from '../file/sql.ts';
import { readSubmissions } from '../read/submissions.ts';
import { markDraftDeleted } from './drafts-table.ts';
import { upsertOrder } from './orders-table.ts';

/** The outcome of `addSubmission`: added, or the submission that prevents it. */
export type AddedSubmission =
  | { readonly kind: 'added' }
  /** The draft was submitted before, as this submission. */
  | { readonly kind: 'already-submitted'; readonly submission: Submission }
  /** Another draft with an equal body is being sent or may have been accepted. */
  | { readonly kind: 'equal-undecided'; readonly submission: Submission };

/**
 * Adds the submission of a draft, unless the draft has one that it does not retry, or an equal body is being sent or
 * has an unknown outcome. Reads and writes in one transaction, which is on the disk when this returns: then the request
 * may be sent, and must never be forgotten.
 */
export function addSubmission(sql: Sql, submission: Submission): AddedSubmission {
  return sql.durableTransaction((): AddedSubmission => {
    const submissions = readSubmissions(sql).map(requireReadable);
    const before = findDraftSubmission(getDraftId(submission), submissions);
    if (before && !canSubmitDraft(before, submission.retryOf)) {
      return { kind: 'already-submitted', submission: before };
    }
    const equal = submissions.find((other) => isUndecided(other) && other.bodyText === submission.bodyText);
    if (equal) return { kind: 'equal-undecided', submission: equal };
    writeSubmission(sql, submission);
    return { kind: 'added' };
  });
}

/** Replaces a submission; it is on the disk when this returns. */
export function saveSubmission(sql: Sql, submission: Submission): void {
  sql.durableTransaction(() => writeSubmission(sql, submission));
}

/**
 * Saves what became of a submission at `at`, with the order that the service has made of it, and deletes the draft of an
 * accepted one, which can be made again from the stored request: all or nothing, on the disk when it returns.
 */
export function saveOutcome(
  sql: Sql,
  submission: Submission,
  order: Order | null,
  at: string,
): { readonly isDraftDeleted: boolean } {
  const { state, draftId } = submission;
  return sql.durableTransaction(() => {
    if (order) upsertOrder(sql, order, at);
    writeSubmission(sql, submission);
    const isOrdered = state === 'accepted' && draftId !== undefined;
    return { isDraftDeleted: isOrdered && markDraftDeleted(sql, draftId, at) !== undefined };
  });
}

function requireReadable(submission: Submission | undefined): Submission {
  if (submission) return submission;
  throw new Error(
    'The order was not sent: an order that was sent from this workspace cannot be read, and it may be the same one. Compare the orders of the service, then send this one from a new workspace.',
  );
}

function writeSubmission(sql: Sql, submission: Submission): void {
  sql.run(
    'INSERT OR REPLACE INTO submissions (submission_id, created_at, submission) VALUES (?, ?, ?)',
    submission.id,
    submission.createdAt,
    JSON.stringify(submission),
  );
}

function isUndecided({ state }: Submission): boolean {
  return state === 'sending' || state === 'unknown';
}
