import {
  canSubmitDraft,
  findDraftSubmission,
  getDraftId,
  type Submission,
  submissionSchema,
} from '../../../../shared/orders/request/submission.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { AddedSubmission, WorkspaceStore } from '../workspace.ts';

/** Attempts to place an order, newest first. */
export function createSubmissionsTable(
  sql: Sql,
): Pick<WorkspaceStore, 'listSubmissions' | 'addSubmission' | 'saveSubmission'> {
  return {
    // One that cannot be read must not keep the workspace closed, and hides no other.
    listSubmissions: () => readSubmissions(sql).flatMap((submission) => submission ?? []),
    // The request may leave once these return, and must never be forgotten after that.
    addSubmission: (submission) =>
      sql.durableTransaction((): AddedSubmission => {
        const submissions = readSubmissions(sql).map(requireReadable);
        const before = findDraftSubmission(getDraftId(submission), submissions);
        if (before && !canSubmitDraft(before, submission.retryOf)) {
          return { kind: 'already-submitted', submission: before };
        }
        const equal = submissions.find(
          (other) => isUndecided(other) && other.bodyText === submission.bodyText,
        );
        if (equal) return { kind: 'equal-undecided', submission: equal };
        writeSubmission(sql, submission);
        return { kind: 'added' };
      }),
    saveSubmission: (submission) => sql.durableTransaction(() => writeSubmission(sql, submission)),
  };
}

/** Undefined where damage to the file, or another program, has changed a submission. */
function readSubmissions(sql: Sql): (Submission | undefined)[] {
  return sql
    .all('SELECT submission FROM submissions ORDER BY created_at DESC, submission_id')
    .map((row) => submissionSchema.safeParse(parseBoundedJson(textCell(row, 'submission'))).data);
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
