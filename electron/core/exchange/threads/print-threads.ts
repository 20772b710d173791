import { Worker } from 'node:worker_threads';
import { unpackError } from '../../base/thread-protocol.ts';
import { numberCell } from '../../workspace/cells.ts';
import { openReader } from '../../workspace/open-database.ts';
import { createSql, type Sql } from '../../workspace/sql.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { IdRange } from '../rows/detection-source.ts';
import type { ExportThreadSetup, PrintedChunk, PrintRequest, PrintResponse } from './print-protocol.ts';

/** Threads that read and print ranges of detections in parallel, all from the same snapshot. */
export type PrintThreads = {
  /** The features of each range, in the ranges' order. */
  printed(ranges: Iterable<IdRange>): AsyncGenerator<PrintedChunk>;
  /** Resolves when all threads have ended. */
  close(): Promise<void>;
};

/** Attempts to get a common snapshot before the export continues without helper threads. */
const attempts = 10;
/** Number of queued ranges per thread. */
const queuedPerThread = 2;
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/**
 * Starts `count` threads with the same snapshot as `sql`, whose transaction is restarted together with theirs.
 * Undefined when the file was written during every attempt.
 */
export async function openPrintThreads(
  workerUrl: URL,
  plan: ExportPlan,
  sql: Sql,
  count: number,
): Promise<PrintThreads | undefined> {
  const threads = Array.from({ length: count }, () => startThread(workerUrl, plan));
  const close = async () => {
    await Promise.all(threads.map((thread) => thread.end()));
  };
  try {
    if (await beginTogether(plan, sql, threads))
      return { printed: (ranges) => print(threads, ranges), close };
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
async function beginTogether(plan: ExportPlan, sql: Sql, threads: readonly Thread[]): Promise<boolean> {
  const { database } = openReader(plan.workspacePath);
  try {
    const witness = createSql(database);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = dataVersion(witness);
      await Promise.all(threads.map((thread) => thread.begin()));
      if (sql.database.isTransaction) sql.database.exec('ROLLBACK');
      sql.database.exec('BEGIN');
      sql.get('SELECT 1 FROM detections LIMIT 1');
      if (dataVersion(witness) === before) return true;
    }
    return false;
  } finally {
    database.close();
  }
}

function dataVersion(sql: Sql): number {
  return numberCell(sql.get('PRAGMA data_version') ?? {}, 'data_version');
}

async function* print(threads: readonly Thread[], ranges: Iterable<IdRange>): AsyncGenerator<PrintedChunk> {
  const waiting: Promise<PrintedChunk>[] = [];
  // Buffers are recycled: new ones would accumulate until garbage collection.
  const free: ArrayBuffer[] = [];
  let next = 0;
  for (const range of ranges) {
    const chunk = threads[next % threads.length]?.print(range, free.pop());
    next += 1;
    if (!chunk) return;
    // Failures of chunks that are not consumed any more are ignored.
    chunk.catch(() => {});
    waiting.push(chunk);
    const first = waiting.length >= queuedPerThread * threads.length ? waiting.shift() : undefined;
    if (!first) continue;
    const printed = await first;
    yield printed;
    free.push(printed.bytes.buffer);
  }
  for (const chunk of waiting) yield await chunk;
}

type Thread = ReturnType<typeof startThread>;

function startThread(workerUrl: URL, plan: ExportPlan) {
  const setup: ExportThreadSetup = { role: 'print', plan };
  const worker = new Worker(workerUrl, { workerData: setup, resourceLimits });
  const queue: { resolve(response: PrintResponse): void; reject(error: unknown): void }[] = [];
  let ended: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      ended ??= new Error('A thread of the export ended unexpectedly.');
      for (const { reject } of queue.splice(0)) reject(ended);
      resolve();
    });
  });
  worker.once('error', (error) => {
    ended = error;
  });
  worker.on('message', (response: PrintResponse) => {
    const pending = queue.shift();
    if (response.kind === 'failed') pending?.reject(unpackError(response.error));
    else pending?.resolve(response);
  });
  const request = (request: PrintRequest) =>
    new Promise<PrintResponse>((resolve, reject) => {
      if (ended) return reject(ended);
      queue.push({ resolve, reject });
      const given = request.kind === 'print' && request.buffer ? [request.buffer] : [];
      worker.postMessage(request, given);
    });
  return {
    begin: () => request({ kind: 'begin' }),
    async print(range: IdRange, buffer: ArrayBuffer | undefined): Promise<PrintedChunk> {
      const response = await request({ kind: 'print', range, ...(buffer ? { buffer } : {}) });
      if (response.kind !== 'printed')
        throw new Error('A thread of the export returned an unexpected response.');
      return response.chunk;
    },
    async end() {
      worker.postMessage({ kind: 'end' } satisfies PrintRequest);
      await exited;
    },
  };
}
