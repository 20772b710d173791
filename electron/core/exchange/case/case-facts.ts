import { type CaseFacts, caseFactsSchema } from '../../../../shared/workspace/case-file.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { getSetting } from '../../workspace/read/settings.ts';

/** The setting with what a case states about itself. */
export const caseFactsKey = 'case';

/** What a file states about itself as a case; null where it was not written as one. */
export function readCaseFacts(sql: Sql): CaseFacts | null {
  return caseFactsSchema.safeParse(parseBoundedJson(getSetting(sql, caseFactsKey) ?? '')).data ?? null;
}
