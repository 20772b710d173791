import { smallBatchLimits, startThread, type Thread } from '../../base/start-thread.ts';
import { numberCell, numberOrNull } from '../../workspace/file/cells.ts';
import { closeDatabase, createSql, type Sql } from '../../workspace/file/sql.ts';
import { openReader } from '../../workspace/open/open-database.ts';
import type { ExportPlan, PlannedScope } from '../export-plan.ts';
import type { ExportThreadMethods, SerializedChunk } from '../export-rpc.ts';
import type { IdRange } from '../rows/detection-source.ts';

/** Threads that read and serialize ranges of detections in parallel, all from the same snapshot. */
export type SerializerThreads = {
  /** The features of each range, in the ranges' order. */
  serialized(ranges: Iterable<IdRange>): AsyncGenerator<SerializedChunk>;
  /** Resolves when all threads have ended. */
  close(): Promise<void>;
};

type SerializerThread = Thread<ExportThreadMethods>;

/** Attempts to get a common snapshot before the export continues without helper threads. */
const attempts = 10;
/** Number of queued ranges per thread. */
const queuedPerThread = 2;

/**
 * Starts `count` threads with the same snapshot as `sql`, whose transaction is restarted together with theirs.
 * Undefined when the file was written during every attempt.
 */
export async function openSerializerThreads(
  workerUrl: URL,
  plan: ExportPlan,
  sql: Sql,
  count: number,
): Promise<SerializerThreads | undefined> {
  const threads: readonly SerializerThread[] = Array.from({ length: count }, () =>
    startThread(workerUrl, { name: 'A thread of the export', resourceLimits: smallBatchLimits }),
  );
  const close = async () => {
    await Promise.all(threads.map((thread) => thread.close()));
  };
  try {
    await Promise.all(threads.map((thread) => thread.call('open', [plan])));
    if (await beginTogether(plan, sql, threads))
      return { serialized: (ranges) => serialize(threads, ranges), close };
    await close();
    return undefined;
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Begins all transactions without a write in between, which a separate connection detects
 * (sqlite.org/pragma.html#pragma_data_version).
 */
async function beginTogether(
  plan: ExportPlan,
  sql: Sql,
  threads: readonly SerializerThread[],
): Promise<boolean> {
  const { database } = openReader(plan.workspacePath);
  try {
    const witness = createSql(database);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = dataVersion(witness);
      await Promise.all(threads.map((thread) => thread.call('begin', [])));
      if (sql.database.isTransaction) sql.database.exec('ROLLBACK');
      sql.database.exec('BEGIN');
      sql.get('SELECT 1 FROM detections LIMIT 1');
      if (dataVersion(witness) === before) return true;
    }
    return false;
  } finally {
    closeDatabase(database);
  }
}

function dataVersion(sql: Sql): number {
  return numberCell(sql.get('PRAGMA data_version') ?? {}, 'data_version');
}

async function* serialize(
  threads: readonly SerializerThread[],
  ranges: Iterable<IdRange>,
): AsyncGenerator<SerializedChunk> {
  const waiting: Promise<SerializedChunk>[] = [];
  // Buffers are recycled: new ones would accumulate until garbage collection.
  const free: ArrayBuffer[] = [];
  let next = 0;
  for (const range of ranges) {
    const buffer = free.pop();
    const transfer = buffer ? [buffer] : [];
    const chunk = threads[next % threads.length]?.call('serialize', [range, buffer], { transfer });
    next += 1;
    if (!chunk) return;
    // Failures of chunks that are not consumed any more are ignored.
    chunk.catch(() => {});
    waiting.push(chunk);
    const first = waiting.length >= queuedPerThread * threads.length ? waiting.shift() : undefined;
    if (!first) continue;
    const serialized = await first;
    yield serialized;
    free.push(serialized.bytes.buffer);
  }
  for (const chunk of waiting) yield await chunk;
}

/** The number of detections per range: their text is a megabyte or two. */
const rangeSize = 1024;

/** An upper estimate of the number of detections in a scope. */
export function sizeOfScope(sql: Sql, scope: PlannedScope): number {
  return scope.kind === 'ids' ? scope.ids.length : lastId(sql);
}

/** The whole of a scope in ranges of ids, ascending, `from` inclusive, `to` exclusive. */
export function* idRanges(sql: Sql, scope: PlannedScope): Generator<IdRange> {
  if (scope.kind === 'ids') {
    for (let at = 0; at < scope.ids.length; at += rangeSize) {
      yield { from: scope.ids[at] ?? 0, to: scope.ids[at + rangeSize] ?? Number.MAX_SAFE_INTEGER };
    }
    return;
  }
  const last = lastId(sql);
  for (let from = 0; from <= last; from += rangeSize) yield { from, to: from + rangeSize };
}

function lastId(sql: Sql): number {
  const row = sql.get(
    'SELECT max(fid) AS last FROM (SELECT max(fid) AS fid FROM detections UNION ALL SELECT max(fid) FROM detection_areas)',
  );
  return (row && numberOrNull(row, 'last')) ?? 0;
}
