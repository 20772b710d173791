import { DatabaseSync } from 'node:sqlite';
import { numberCell } from '../../workspace/cells.ts';
import { readSchemaVersion } from '../../workspace/migrations/migrate.ts';
import type { Tools } from '../tool-rpc.ts';
import { nameOfWorkspace } from './look-at-workspace.ts';
import { countWorkspace } from './workspace-counts.ts';

/** What the open workspace holds, and how much of its file nothing uses. */
export function overviewOfWorkspace(path: string): Tools['overview']['answer'] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    return {
      name: nameOfWorkspace(database),
      schemaVersion: readSchemaVersion(database) ?? 0,
      unusedBytes: pragma(database, 'freelist_count') * pragma(database, 'page_size'),
      counts: countWorkspace(database),
    };
  } finally {
    database.close();
  }
}

/** A number that SQLite tells of the open file. */
export function pragma(database: DatabaseSync, name: 'freelist_count' | 'page_count' | 'page_size'): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row ? numberCell(row, name) : 0;
}
