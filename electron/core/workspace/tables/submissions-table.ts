import {
  canSubmitDraft,
  findDraftSubmission,
  getDraftId,
  type Submission,
} from '../../../../shared/orders/request/submission.ts';
import type { Sql } from '../file/sql.ts';
import { readSubmissions } from '../read/submissions.ts';

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
