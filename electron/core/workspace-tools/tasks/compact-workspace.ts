import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { ToolContext } from '../../base/tool-context.ts';
import { bytesCell, textCell } from '../../workspace/file/cells.ts';
import { compactRawBlocks, readRawRecords } from '../../workspace/file/raw-blocks.ts';
import { closeDatabase, countRows, createSql, removeDatabase, type Sql } from '../../workspace/file/sql.ts';
import { hasTable } from './workspace-counts.ts';

/** Sizes in bytes of a file before and after it was compacted. */
type CompactResult = { readonly before: number; readonly after: number };

/**
 * Rewrites the workspace without unused space: free pages, and remains of replaced records in the blocks of raw records.
 * The new file is compared with the old one, record by record, before this returns; the
 * old one is only read.
 */
export function compactWorkspace(
  { from, to }: { readonly from: string; readonly to: string },
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

/** Tables whose rows are repacked; their content is compared as raw records. */
const repacked = new Set(['raw_blocks']);
/** Number of records compared between two checks for cancellation. */
const recordsAtOnce = 200;

/**
 * Checks that a rewritten file has the content of the original: it is intact, every table has as many rows, every record
 * has the same content hash, and every raw record the same bytes. Throws with what differs.
 */
function compareWorkspaces(from: string, to: string, context: ToolContext): void {
  const before = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  const after = new DatabaseSync(to, { readOnly: true });
  try {
    // Of tables of other programs, which may cost any amount.
    after.exec('PRAGMA ignore_check_constraints = ON');
    const check = after.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (check !== 'ok') throw new Error(`The new file is not sound: ${String(check)}`);
    context.throwIfStopped();
    compareCounts(before, after);
    context.throwIfStopped();
    compareRecords(createSql(before), createSql(after), context);
  } finally {
    before.close();
    after.close();
  }
}

function compareCounts(before: DatabaseSync, after: DatabaseSync): void {
  const tables = before
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .all()
    .map((row) => textCell(row, 'name'))
    .filter((name) => !repacked.has(name) && !name.startsWith('sqlite_stat'));
  for (const table of tables) {
    const [one, other] = [before, after].map((database) => countRows(createSql(database), `"${table}"`));
    if (one !== other) {
      throw new Error(`The new file has ${other} rows in its table ${table} in place of ${one}.`);
    }
  }
}

function compareRecords(before: Sql, after: Sql, context: ToolContext): void {
  const total = countRows(before, 'records');
  const former = readRawRecords(before);
  let done = 0;
  for (const { recordId, bytes } of readRawRecords(after)) {
    const expected = former.next().value;
    if (expected?.recordId !== recordId || !isSame(expected.bytes, bytes)) {
      throw new Error(`The record ${recordId} did not come out as it went in.`);
    }
    done += 1;
    if (done % recordsAtOnce === 0) {
      context.throwIfStopped();
      context.progress({ done, total, unit: 'records' });
    }
  }
  if (!former.next().done) throw new Error('The new file lacks raw records.');
  if (hashesOf(before) !== hashesOf(after)) throw new Error('The content hashes of the records differ.');
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** One hash over the identities and content hashes of all records. */
function hashesOf(sql: Sql): string {
  const rows = sql.all('SELECT record_id, content_hash FROM records ORDER BY record_id');
  return hash(
    'sha256',
    rows
      .map(
        (row) =>
          `${textCell(row, 'record_id')} ${Buffer.from(bytesCell(row, 'content_hash')).toString('hex')}`,
      )
      .join('\n'),
    'hex',
  );
}
