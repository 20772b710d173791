import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { describeWriteError } from '../base/write-error.ts';
import { openReader } from '../workspace/open-database.ts';
import { createSql, explainSqliteError, type Sql, sqliteCode, sqliteCodes } from '../workspace/sql.ts';
import type { ExportMessage, ExportPlan } from './export-plan.ts';
import { ExportRefused, ExportStopped, type Progress } from './formats/progress.ts';
import { runExport } from './run-export.ts';
import { sizeOfScope } from './threads/id-ranges.ts';
import type { ExportThreadSetup } from './threads/print-protocol.ts';
import { openPrintThreads, type PrintThreads } from './threads/print-threads.ts';
import { runPrinter } from './threads/run-printer.ts';

/** Minimum interval between progress messages in milliseconds. */
const progressInterval = 100;

/**
 * Entry of the thread that runs one export, and of its printing threads. It has a separate connection and reads in one
 * transaction: the export sees one state of the workspace, and blocks neither the page's reads nor the fetch's writes.
 */
async function main(plan: ExportPlan): Promise<void> {
  const post = (message: ExportMessage) => parentPort?.postMessage(message);
  try {
    const { database } = openReader(plan.workspacePath);
    try {
      // Everything is read once and in order, so a large page cache would not help.
      database.exec('PRAGMA cache_size = -8192; BEGIN');
      const progress = createProgress(plan.stop, (written) => post({ kind: 'progress', written }));
      const sql = createSql(database);
      const helpers = await openHelpers(sql, plan);
      try {
        post({ kind: 'done', ...(await runExport(sql, plan, progress, helpers)) });
      } finally {
        await helpers?.close();
      }
    } finally {
      database.close();
    }
  } catch (error) {
    post(endMessage(error, plan));
  }
}

/** Below this number one thread finishes before others have started. */
const minDetectionsForHelpers = 50_000;
/** More do not help: SQLite's reads share the system's cache. */
const maxHelpers = 3;

/** Threads that print features, when there are many of them and enough processors. */
async function openHelpers(sql: Sql, plan: ExportPlan): Promise<PrintThreads | undefined> {
  const helpers = Math.min(maxHelpers, availableParallelism());
  const isText = plan.format === 'geojson' || plan.format === 'geojsonl';
  if (!isText || helpers < 2 || sizeOfScope(sql, plan.scope) < minDetectionsForHelpers) return undefined;
  return openPrintThreads(new URL(import.meta.url), plan, sql, helpers);
}

function createProgress(stop: SharedArrayBuffer, report: (written: number) => void): Progress {
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
      report(total);
    },
  };
}

function endMessage(error: unknown, { detections }: ExportPlan): ExportMessage {
  if (error instanceof ExportStopped) return { kind: 'stopped' };
  if (error instanceof ExportRefused) return { kind: 'failed', message: error.message };
  // An SQLite error may already be wrapped, with the original as its cause.
  const code = sqliteCode(error) ?? sqliteCode(error instanceof Error ? error.cause : undefined);
  const cause = code === sqliteCodes.full ? { code: 'ENOSPC' } : explainSqliteError(error);
  return { kind: 'failed', message: describeWriteError(cause, detections.target) };
}

const { role, plan } = workerData as ExportThreadSetup;
if (role === 'export') await main(plan);
else if (parentPort) runPrinter(parentPort, plan);
