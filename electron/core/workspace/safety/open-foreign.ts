import { DatabaseSync } from 'node:sqlite';
import { checkSchema, type SchemaCheck } from './check-schema.ts';

/** A file that another Sightline or another program wrote, open for reading, and what its schema is. */
export type ForeignDatabase = { readonly database: DatabaseSync; readonly schema: SchemaCheck };

/**
 * Opens a file that may be from anywhere, for reading. Its tables must not be read unless `schema` is a workspace. Throws
 * SQLite's errors; `timeoutMs` is how long it waits for a lock.
 */
export function openForeign(path: string, timeoutMs: number): ForeignDatabase {
  const database = new DatabaseSync(path, { readOnly: true, timeout: timeoutMs });
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    return { database, schema: checkSchema(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}
