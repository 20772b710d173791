import type { MessagePort } from 'node:worker_threads';
import { packError } from '../../base/thread-protocol.ts';
import { openReader } from '../../workspace/open-database.ts';
import { createSql, type Sql } from '../../workspace/sql.ts';
import type { ExportPlan } from '../export-plan.ts';
import { createMemorySink } from '../files/memory-sink.ts';
import { createDetectionPrinter } from '../formats/detection-features.ts';
import { featureSeparator } from '../formats/geojson.ts';
import { type IdRange, prepareScope, readDetections } from '../rows/detection-source.ts';
import type { PrintedChunk, PrintRequest, PrintResponse } from './print-protocol.ts';

/** Handles the requests to a printing thread until `end`. */
export function runPrinter(port: MessagePort, plan: ExportPlan): void {
  const { database } = openReader(plan.workspacePath);
  database.exec('PRAGMA cache_size = -8192');
  const sql = createSql(database);
  const print = createChunkPrinter(sql, plan);
  const respond = (request: PrintRequest): PrintResponse => {
    if (request.kind === 'print') return { kind: 'printed', chunk: print(request.range, request.buffer) };
    if (database.isTransaction) database.exec('ROLLBACK');
    database.exec('BEGIN');
    // The snapshot of a transaction is taken at its first read.
    sql.get('SELECT 1 FROM detections LIMIT 1');
    return { kind: 'started' };
  };
  port.on('message', (request: PrintRequest) => {
    if (request.kind === 'end') {
      database.close();
      port.close();
      return;
    }
    try {
      const response = respond(request);
      port.postMessage(response, response.kind === 'printed' ? [response.chunk.bytes.buffer] : []);
    } catch (error) {
      port.postMessage({ kind: 'failed', error: packError(error) } satisfies PrintResponse);
    }
  });
}

function createChunkPrinter(
  sql: Sql,
  plan: ExportPlan,
): (range: IdRange, buffer?: ArrayBuffer) => PrintedChunk {
  let unreadable = 0;
  const notes = {
    add() {},
    count(_describe: unknown, by = 1) {
      unreadable += by;
    },
    list: () => [],
  };
  const print = createDetectionPrinter(plan, notes);
  const separator = featureSeparator(plan.format);
  const sink = createMemorySink();
  let isPrepared = false;
  return (range, buffer) => {
    if (buffer) sink.recycle(buffer);
    if (!isPrepared) prepareScope(sql, plan.scope);
    isPrepared = true;
    unreadable = 0;
    let rows = 0;
    for (const batch of readDetections(sql, plan.scope, plan.reviews, range)) {
      for (const row of batch) {
        if (rows > 0) sink.bytes(separator);
        print(row, sink);
        rows += 1;
      }
    }
    return { bytes: sink.detach(), rows, unreadable };
  };
}
