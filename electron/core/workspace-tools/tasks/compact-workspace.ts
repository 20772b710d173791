import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { ToolContext } from '../../base/tool-context.ts';
import { compactRawBlocks } from '../../workspace/file/raw-blocks.ts';
import { closeDatabase, createSql } from '../../workspace/file/sql.ts';
import type { CompactResult, Tools } from '../tool-rpc.ts';
import { compareWorkspaces } from './compare-workspaces.ts';
import { removeDatabase } from './copy-workspace.ts';
import { hasTable } from './workspace-counts.ts';

/**
 * Rewrites the workspace without unused space: free pages, and remains of replaced records in the blocks of raw records.
 * The new file is compared with the old one, record by record, before this returns; the
 * old one is only read.
 */
export function compactWorkspace(
  { from, to }: Tools['compact']['task'],
  context: ToolContext,
): CompactResult {
  const before = sizeOf(from);
  const loose = `${to}.loose`;
  try {
    vacuumInto(from, loose);
    context.throwIfStopped();
    rewriteBlocks(loose);
    context.throwIfStopped();
    vacuumInto(loose, to);
    removeDatabase(loose);
    context.throwIfStopped();
    compareWorkspaces(from, to, context);
    return { before, after: statSync(to).size };
  } catch (error) {
    removeDatabase(loose);
    removeDatabase(to);
    throw error;
  }
}

function vacuumInto(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
}

/** The file is ours alone and is thrown away should this be cut short. */
function rewriteBlocks(path: string): void {
  const database = new DatabaseSync(path);
  try {
    if (!hasTable(database, 'raw_blocks')) return;
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;');
    const sql = createSql(database);
    sql.transaction(() => compactRawBlocks(sql));
  } finally {
    closeDatabase(database);
  }
}

/** The file with its log. */
function sizeOf(path: string): number {
  return statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}
