import { availableParallelism } from 'node:os';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import { serveThread } from '../base/serve-thread.ts';
import { type CallContext, CallStopped } from '../base/thread-protocol.ts';
import { closeDatabase, createSql, explainSqliteError, type Sql } from '../workspace/file/sql.ts';
import { sqlWriteFailure } from '../workspace/file/sql-write-failure.ts';
import { openReader } from '../workspace/open/open-database.ts';
import type { ExportPlan } from './export-plan.ts';
import { type ExportNotes, ExportRefused, type Progress } from './export-progress.ts';
import type { ExportThreadMethods, SerializedChunk, WrittenExport } from './export-rpc.ts';
import { writeNumber } from './files/write-number.ts';
import { createDetectionSerializer } from './formats/detection-features.ts';
import { featureSeparator } from './formats/geojson.ts';
import { derivedColumns } from './rows/derived-columns.ts';
import { createRowReaders, type IdRange, prepareScope, readDetections } from './rows/detection-source.ts';
import { describeNulInJson } from './rows/nul-characters.ts';
import { runExport } from './run-export.ts';
import { openSerializerThreads, type SerializerThreads, sizeOfScope } from './threads/serializer-threads.ts';

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
  if (error instanceof ExportRefused) return fail(error.code, error.message).failure;
  return sqlWriteFailure(error, detections.target);
}

/** Opens the workspace of a plan to serialize features from a connection of its own. */
function openFeatureSerializer(plan: ExportPlan) {
  const { database } = openReader(plan.workspacePath);
  database.exec('PRAGMA cache_size = -8192');
  const sql = createSql(database);
  return {
    /** Starts a new read transaction. */
    begin(): void {
      if (database.isTransaction) database.exec('ROLLBACK');
      database.exec('BEGIN');
      // The snapshot of a transaction is taken at its first read.
      sql.get('SELECT 1 FROM detections LIMIT 1');
    },
    serialize: createChunkSerializer(sql, plan),
    close: (): void => closeDatabase(database),
  };
}

/** Serializes the features of a range, into `buffer` if it is given. */
function createChunkSerializer(
  sql: Sql,
  plan: ExportPlan,
): (range: IdRange, buffer: ArrayBuffer | undefined) => SerializedChunk {
  const counts = { unreadable: 0, withNul: 0 };
  const notes: ExportNotes = {
    add() {},
    count(describe, by = 1) {
      counts[describe === describeNulInJson ? 'withNul' : 'unreadable'] += by;
    },
    list: () => [],
  };
  const separator = featureSeparator(plan.format);
  const sink = createMemorySink();
  const readers = createRowReaders(sql);
  let serialize: ReturnType<typeof createDetectionSerializer> | undefined;
  return (range, buffer) => {
    if (buffer) sink.recycle(buffer);
    if (!serialize) {
      prepareScope(sql, plan.scope);
      serialize = createDetectionSerializer(plan, derivedColumns(sql, plan), notes);
    }
    Object.assign(counts, { unreadable: 0, withNul: 0 });
    let rows = 0;
    for (const batch of readDetections(sql, plan.scope, plan.reviews, range, readers)) {
      for (const row of batch) {
        if (rows > 0) sink.bytes(separator);
        serialize(row, sink);
        rows += 1;
      }
    }
    return { bytes: sink.detach(), rows, ...counts };
  };
}

const firstLength = 2 ** 21;
const fewBytes = 40;

/** A sink in memory that grows with what is written to it, and whose buffer can be detached. */
function createMemorySink() {
  let buffer = Buffer.alloc(0);
  let length = 0;
  const makeRoom = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(firstLength, 2 * buffer.length, length + more));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    text(text: string): void {
      makeRoom(3 * text.length);
      length += buffer.write(text, length);
    },
    bytes(bytes: Uint8Array): void {
      makeRoom(bytes.length);
      // For few bytes a loop is faster than a call of `set`.
      if (bytes.length > fewBytes) buffer.set(bytes, length);
      else for (let at = 0; at < bytes.length; at += 1) buffer[length + at] = bytes[at] ?? 0;
      length += bytes.length;
    },
    number(value: number): void {
      makeRoom(32);
      length = writeNumber(buffer, length, value);
    },
    /** Returns the bytes written since the last call, without copying. The sink continues with another buffer. */
    detach(): Uint8Array<ArrayBuffer> {
      const taken = new Uint8Array(buffer.buffer, 0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return taken;
    },
    /** Provides a buffer for reuse instead of a new one. */
    recycle(next: ArrayBuffer): void {
      if (length === 0 && next.byteLength > buffer.length) buffer = Buffer.from(next);
    },
  };
}

// Entry of the thread that runs an export, and of its serializer threads.
let serializer: ReturnType<typeof openFeatureSerializer> | undefined;
/** `docx` numbers what it writes on from its first file, and a report has the same bytes each time. */
let hasNumbered = false;

function openedSerializer() {
  if (!serializer) throw new Error('The workspace has not been opened for serializing.');
  return serializer;
}

serveThread<ExportThreadMethods>(
  {
    write([plan], context) {
      hasNumbered ||= plan.format === 'report-docx';
      return write(plan, context);
    },
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
  {
    explain: explainSqliteError,
    onClose() {
      serializer?.close();
      serializer = undefined;
    },
    isUsedOnce: () => hasNumbered,
  },
);
