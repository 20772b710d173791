import type { DatabaseSync } from 'node:sqlite';
import { createSql } from '../file/sql.ts';
import { createReadStore, type ReadStore } from '../read/read-store.ts';
import { createWriteStore, type WriteStore } from '../tables/write-store.ts';

/** The workspace over one open connection, synchronous: for work that has a thread of its own. */
export type WorkspaceStore = ReadStore & WriteStore;

/** The workspace over an open connection. */
export function createWorkspaceStore(database: DatabaseSync): WorkspaceStore {
  const sql = createSql(database);
  return { ...createReadStore(sql), ...createWriteStore(sql) };
}
