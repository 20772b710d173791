import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../workspace/open-database.ts';
import { createSql, explainSqliteError, type Sql, sqliteCode, sqliteCodes } from '../workspace/sql.ts';
import type { ExportMessage, ExportPlan } from './export-plan.ts';
import { ExportRefused, ExportStopped, type Progress } from './formats/progress.ts';
import { runExport } from './run-export.ts';
import { sizeOfScope } from './threads/id-ranges.ts';
import type { ExportThreadSetup } from './threads/print-protocol.ts';
import { openPrintThreads } from './threads/print-threads.ts';
import { runPrinter } from './threads/run-printer.ts';
import { describeWriteError } from './write-error.ts';

/** How often progress is told, in milliseconds. */
const progressInterval = 100;

/**
 * Entry of the thread that carries out one export, and of those that print for it. It has a connection of its own and reads in one transaction: the
 * export sees one state of the workspace, and neither the page's reads nor the ingest's writes wait for it.
 */
async function main(plan: ExportPlan): Promise<void> {
  const post = (message: ExportMessage) => parentPort?.postMessage(message);
  try {
    const { database } = openReader(plan.workspacePath);
    try {
      // Everything is read once and in order; a large cache would only hold what nobody asks for again.
      database.exec('PRAGMA cache_size = -8192; BEGIN');
      const progress = createProgress(plan.stop, (written) => post({ kind: 'progress', written }));
      post({ kind: 'done', ...(await exportWithHelp(createSql(database), plan, progress)) });
    } finally {
      database.close();
    }
  } catch (error) {
    post(endMessage(error, plan));
  }
}

/** Below this one thread is done before others have started. */
const worthHelp = 50_000;
/** More would wait for each other: SQLite's reads share the cache of the system. */
const maxHelpers = 3;

/** Features are printed side by side where there are many of them and processors to spare. */
async function exportWithHelp(sql: Sql, plan: ExportPlan, progress: Progress) {
  const helpers = Math.min(maxHelpers, availableParallelism());
  const isText = plan.format === 'geojson' || plan.format === 'geojsonl';
  if (!isText || helpers < 2 || sizeOfScope(sql, plan.scope) < worthHelp)
    return runExport(sql, plan, progress);
  const threads = await openPrintThreads(new URL(import.meta.url), plan, sql, helpers);
  try {
    return await runExport(sql, plan, progress, threads);
  } finally {
    await threads?.close();
  }
}

function createProgress(stop: SharedArrayBuffer, tell: (written: number) => void): Progress {
  const flag = new Int32Array(stop);
  let total = 0;
  let toldAt = 0;
  const check = () => {
    if (Atomics.load(flag, 0) !== 0) throw new ExportStopped();
  };
  return {
    check,
    written(count) {
      check();
      total += count;
      const now = performance.now();
      if (now - toldAt < progressInterval) return;
      toldAt = now;
      tell(total);
    },
  };
}

function endMessage(error: unknown, { detections }: ExportPlan): ExportMessage {
  if (error instanceof ExportStopped) return { kind: 'stopped' };
  if (error instanceof ExportRefused) return { kind: 'failed', message: error.message };
  // What SQLite says may have been put in words already, with its own error as the cause.
  const code = sqliteCode(error) ?? sqliteCode(error instanceof Error ? error.cause : undefined);
  const told = code === sqliteCodes.full ? { code: 'ENOSPC' } : explainSqliteError(error);
  return { kind: 'failed', message: describeWriteError(told, detections.target) };
}

const { role, plan } = workerData as ExportThreadSetup;
if (role === 'export') await main(plan);
else if (parentPort) runPrinter(parentPort, plan);
