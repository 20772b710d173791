import { DatabaseSync } from 'node:sqlite';
import { numberCell, textCell } from '../../workspace/file/cells.ts';
import { readSchemaVersion } from '../../workspace/file/schema/migrate.ts';
import { fileIdSetting } from '../../workspace/open/workspace-file-id.ts';
import type { Tools } from '../tool-rpc.ts';
import { readWorkspaceName } from './inspect-workspace.ts';
import { findSafetyCopy } from './read-safety-copy.ts';
import { countWorkspace } from './workspace-counts.ts';

/** Counts of the open workspace, and how many bytes of its file are unused. */
export function readWorkspaceOverview(path: string): Tools['overview']['result'] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const { copy, remarks } = findSafetyCopy(path, readFileId(database));
    return {
      name: readWorkspaceName(database),
      schemaVersion: readSchemaVersion(database) ?? 0,
      unusedBytes: readPragma(database, 'freelist_count') * readPragma(database, 'page_size'),
      safetyCopySavedAt: copy?.savedAt ?? null,
      copyRemarks: remarks,
      counts: countWorkspace(database),
    };
  } finally {
    database.close();
  }
}

function readFileId(database: DatabaseSync): string {
  const row = database.prepare('SELECT value FROM settings WHERE key = ?').get(fileIdSetting);
  return row ? textCell(row, 'value') : '';
}

/** A numeric PRAGMA of the open file. */
export function readPragma(
  database: DatabaseSync,
  name: 'freelist_count' | 'page_count' | 'page_size',
): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row ? numberCell(row, name) : 0;
}
