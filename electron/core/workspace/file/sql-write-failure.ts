import { causeText } from '../../../../shared/error-text.ts';
import type { Failure } from '../../../../shared/result.ts';
import { writeFailure } from '../../base/write-error.ts';
import { explainSqliteError, sqliteCode, sqliteCodes } from './sql.ts';

/** The failure for an error of SQLite or of the file system at writing `target`. */
export function sqlWriteFailure(error: unknown, target: string): Failure {
  // An SQLite error may already be wrapped, with the original as its cause.
  const code = sqliteCode(error) ?? sqliteCode(error instanceof Error ? error.cause : undefined);
  if (code !== sqliteCodes.full) return writeFailure(explainSqliteError(error), target);
  return writeFailure(Object.assign(new Error(causeText(error)), { code: 'ENOSPC' }), target);
}
