import { type Submission, submissionSchema } from '../../../../shared/orders/request/submission.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';

/** Attempts to send an order, newest first. One that cannot be read does not hide others, nor close the workspace. */
export function listSubmissions(sql: Sql): readonly Submission[] {
  return readSubmissions(sql).flatMap((submission) => submission ?? []);
}

/** Undefined where damage to the file, or another program, has changed a submission. */
export function readSubmissions(sql: Sql): (Submission | undefined)[] {
  return sql
    .all('SELECT submission FROM submissions ORDER BY created_at DESC, submission_id')
    .map((row) => submissionSchema.safeParse(parseBoundedJson(textCell(row, 'submission'))).data);
}
