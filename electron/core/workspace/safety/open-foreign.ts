import { DatabaseSync } from 'node:sqlite';
import { checkSchema, foreignFileLimits, foreignFilePragmas, type SchemaCheck } from './check-schema.ts';
import { findForeignSchemaProblem } from './measure-schema.ts';

/**
 * A file that another Sightline or another program wrote, open for reading, and what its schema is. Where that must not even
 * be read, the database is an empty one.
 */
export type ForeignDatabase = { readonly database: DatabaseSync; readonly schema: SchemaCheck };

/** They decide how SQLite reads a table: statistics made to deceive could make each query read all rows for each row. */
const statisticsProblem =
  'It has statistics for SQLite (sqlite_stat1), which Sightline removes when it opens the file as its workspace.';

/**
 * Opens a file that may be from anywhere, for reading. Its tables must not be read unless `schema` is a workspace. Throws
 * SQLite's errors; `timeoutMs` is how long it waits for a lock.
 */
export function openForeign(path: string, timeoutMs: number): ForeignDatabase {
  const problem = findForeignSchemaProblem(path);
  if (problem !== undefined)
    return { database: new DatabaseSync(':memory:'), schema: { kind: 'refused', problem } };
  const database = new DatabaseSync(path, { readOnly: true, timeout: timeoutMs, limits: foreignFileLimits });
  try {
    database.exec(`PRAGMA trusted_schema = OFF; ${foreignFilePragmas}`);
    const schema = checkSchema(database);
    const isMisleading = schema.kind === 'workspace' && schema.hasStatistics;
    return { database, schema: isMisleading ? { kind: 'refused', problem: statisticsProblem } : schema };
  } catch (error) {
    database.close();
    throw error;
  }
}
