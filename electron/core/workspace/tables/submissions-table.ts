import { submissionSchema } from '../../../../shared/orders/submission.ts';
import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** Attempts to place an order, newest first. */
export function createSubmissionsTable(sql: Sql): Pick<WorkspaceStore, 'listSubmissions' | 'putSubmission'> {
  return {
    listSubmissions: () =>
      sql
        .all('SELECT submission FROM submissions ORDER BY created_at DESC, submission_id')
        .map((row) => submissionSchema.parse(JSON.parse(textCell(row, 'submission')))),
    putSubmission(submission) {
      // The request may leave once this returns, and must never be forgotten after that.
      sql.durableTransaction(() =>
        sql.run(
          'INSERT OR REPLACE INTO submissions (submission_id, created_at, submission) VALUES (?, ?, ?)',
          submission.id,
          submission.createdAt,
          JSON.stringify(submission),
        ),
      );
    },
  };
}
