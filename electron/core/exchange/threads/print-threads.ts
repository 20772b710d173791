import { Worker } from 'node:worker_threads';
import { numberCell } from '../../workspace/cells.ts';
import { openReader } from '../../workspace/open-database.ts';
import { createSql, type Sql } from '../../workspace/sql.ts';
import { unpackError } from '../../workspace/workspace-rpc.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { IdRange } from '../rows/detection-source.ts';
import type { ExportThreadSetup, PrintAnswer, PrintedChunk, PrintRequest } from './print-protocol.ts';

/** Threads that read and print ranges of detections side by side, all from the same state of the file. */
export type PrintThreads = {
  /** The features of each range, in the ranges' order. */
  printed(ranges: Iterable<IdRange>): AsyncGenerator<PrintedChunk>;
  /** Resolves when all threads have ended. */
  close(): Promise<void>;
};

/** How often a common state is looked for before the export goes on without further threads. */
const attempts = 10;
/** How many ranges each thread is given ahead. */
const ahead = 2;
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/**
 * Starts `count` threads that see the file as `sql` does from now on: its transaction is begun anew with theirs.
 * Undefined when somebody wrote to the file each time in between.
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
 * Begins all transactions while nobody writes: a connection that takes no part tells whether somebody did
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
  // Buffers go back and forth: new ones would pile up until the collector comes by.
  const free: ArrayBuffer[] = [];
  let next = 0;
  for (const range of ranges) {
    const chunk = threads[next % threads.length]?.print(range, free.pop());
    next += 1;
    if (!chunk) return;
    // Whoever stops reading does not hear of the others any more.
    chunk.catch(() => {});
    waiting.push(chunk);
    const first = waiting.length >= ahead * threads.length ? waiting.shift() : undefined;
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
  const waiting: { resolve(answer: PrintAnswer): void; reject(error: unknown): void }[] = [];
  let ended: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      ended ??= new Error('A thread of the export ended unexpectedly.');
      for (const { reject } of waiting.splice(0)) reject(ended);
      resolve();
    });
  });
  worker.once('error', (error) => {
    ended = error;
  });
  worker.on('message', (answer: PrintAnswer) => {
    const asked = waiting.shift();
    if (answer.kind === 'failed') asked?.reject(unpackError(answer.error));
    else asked?.resolve(answer);
  });
  const ask = (request: PrintRequest) =>
    new Promise<PrintAnswer>((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.push({ resolve, reject });
      const given = request.kind === 'print' && request.buffer ? [request.buffer] : [];
      worker.postMessage(request, given);
    });
  return {
    begin: () => ask({ kind: 'begin' }),
    async print(range: IdRange, buffer: ArrayBuffer | undefined): Promise<PrintedChunk> {
      const answer = await ask({ kind: 'print', range, ...(buffer ? { buffer } : {}) });
      if (answer.kind !== 'printed')
        throw new Error('A thread of the export has not printed what it was asked.');
      return answer.chunk;
    },
    async end() {
      worker.postMessage({ kind: 'end' } satisfies PrintRequest);
      await exited;
    },
  };
}
