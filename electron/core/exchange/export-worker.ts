import { availableParallelism } from 'node:os';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import { serveThread } from '../base/serve-thread.ts';
import { type CallContext, CallStopped } from '../base/thread-protocol.ts';
import { closeDatabase, createSql, explainSqliteError, type Sql } from '../workspace/file/sql.ts';
import { sqlWriteFailure } from '../workspace/file/sql-write-failure.ts';
import { openReader } from '../workspace/open/open-database.ts';
import type { ExportPlan } from './export-plan.ts';
import type { ExportThreadMethods, WrittenExport } from './export-rpc.ts';
import { ExportRefused, type Progress } from './formats/progress.ts';
import { runExport } from './run-export.ts';
import { type FeatureSerializer, openFeatureSerializer } from './threads/feature-serializer.ts';
import { sizeOfScope } from './threads/id-ranges.ts';
import { openSerializerThreads, type SerializerThreads } from './threads/serializer-threads.ts';

/** Minimum interval between progress messages in milliseconds. */
const progressInterval = 100;

/**
 * Writes the files of a plan. The thread has a separate connection and reads in one transaction: the export sees one
 * state of the workspace, and blocks neither the page's reads nor the fetch's writes.
 */
async function write(plan: ExportPlan, context: CallContext<number>): Promise<Result<WrittenExport>> {
  try {
    const { database } = openReader(plan.workspacePath);
    try {
      // Everything is read once and in order, so a large page cache would not help.
      database.exec('PRAGMA cache_size = -8192; BEGIN');
      const sql = createSql(database);
      const helpers = await openHelpers(sql, plan);
      try {
        return succeed(await runExport(sql, plan, createProgress(context), helpers));
      } finally {
        await helpers?.close();
      }
    } finally {
      closeDatabase(database);
    }
  } catch (error) {
    if (error instanceof CallStopped) throw error;
    return { ok: false, failure: toFailure(error, plan) };
  }
}

/** Below this number one thread finishes before others have started. */
const minDetectionsForHelpers = 50_000;
/** More do not help: SQLite's reads share the system's cache. */
const maxHelpers = 3;

/** Threads that serialize features, when there are many of them and enough processors. */
async function openHelpers(sql: Sql, plan: ExportPlan): Promise<SerializerThreads | undefined> {
  const helpers = Math.min(maxHelpers, availableParallelism());
  const isText = plan.format === 'geojson' || plan.format === 'geojsonl';
  // With damage the ranges of ids cannot be trusted.
  if (!isText || helpers < 2 || plan.scope.damage || sizeOfScope(sql, plan.scope) < minDetectionsForHelpers)
    return undefined;
  return openSerializerThreads(new URL(import.meta.url), plan, sql, helpers);
}

function createProgress({ throwIfStopped, progress }: CallContext<number>): Progress {
  let total = 0;
  let reportedAt = 0;
  return {
    throwIfStopped,
    written(count) {
      throwIfStopped();
      total += count;
      const now = performance.now();
      if (now - reportedAt < progressInterval) return;
      reportedAt = now;
      progress(total);
    },
  };
}

function toFailure(error: unknown, { detections }: ExportPlan): Failure {
  if (error instanceof ExportRefused) return fail('disk', error.message).failure;
  return sqlWriteFailure(error, detections.target);
}

function openedSerializer(): FeatureSerializer {
  if (!serializer) throw new Error('The workspace has not been opened for serializing.');
  return serializer;
}

// Entry of the thread that runs one export, and of its serializer threads.
let serializer: FeatureSerializer | undefined;
serveThread<ExportThreadMethods>(
  {
    write: ([plan], context) => write(plan, context),
    open([plan]) {
      serializer = openFeatureSerializer(plan);
    },
    begin() {
      openedSerializer().begin();
    },
    serialize([range, buffer], { transferResult }) {
      const chunk = openedSerializer().serialize(range, buffer);
      transferResult([chunk.bytes.buffer]);
      return chunk;
    },
  },
  { explain: explainSqliteError, onClose: () => serializer?.close() },
);
