import {
  canSubmitDraft,
  findDraftSubmission,
  getDraftId,
  type Submission,
  submissionSchema,
} from '../../../../shared/orders/request/submission.ts';
import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { AddedSubmission, WorkspaceStore } from '../workspace.ts';

/** Attempts to place an order, newest first. */
export function createSubmissionsTable(
  sql: Sql,
): Pick<WorkspaceStore, 'listSubmissions' | 'addSubmission' | 'saveSubmission'> {
  return {
    listSubmissions: () => listSubmissions(sql),
    // The request may leave once these return, and must never be forgotten after that.
    addSubmission: (submission) =>
      sql.durableTransaction((): AddedSubmission => {
        const submissions = listSubmissions(sql);
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

function listSubmissions(sql: Sql): Submission[] {
  return sql
    .all('SELECT submission FROM submissions ORDER BY created_at DESC, submission_id')
    .map((row) => submissionSchema.parse(JSON.parse(textCell(row, 'submission'))));
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
