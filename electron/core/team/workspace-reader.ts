import { closeDatabase, createSql, type Sql } from '../workspace/file/sql.ts';
import { openReader } from '../workspace/open/open-database.ts';

/** The workspace file that this thread has open. */
let reader: { readonly path: string; readonly sql: Sql } | undefined;

/**
 * Returns a connection to a workspace file, which stays open for the later calls of this thread, since opening it takes longer
 * than to read what an exchange needs.
 */
export function openForReading(path: string): Sql {
  if (reader?.path === path) return reader.sql;
  closeWorkspaceReader();
  reader = { path, sql: createSql(openReader(path).database) };
  return reader.sql;
}

/** Closes the file that `readWorkspace` has opened, if any. */
export function closeWorkspaceReader(): void {
  if (reader) closeDatabase(reader.sql.database);
  reader = undefined;
}
