import type { DatabaseSync } from 'node:sqlite';
import { createReadStore, type ReadStore } from './read-store.ts';
import { createSql } from './sql.ts';
import { createWriteStore, type WriteStore } from './write-store.ts';

/** The workspace over one open connection, synchronous: for work that has a thread of its own. */
export type WorkspaceStore = ReadStore & WriteStore;

/** The workspace over an open connection. */
export function createWorkspaceStore(database: DatabaseSync): WorkspaceStore {
  const sql = createSql(database);
  return { ...createReadStore(sql), ...createWriteStore(sql) };
}
