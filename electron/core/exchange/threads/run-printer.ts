import type { MessagePort } from 'node:worker_threads';
import { openReader } from '../../workspace/open-database.ts';
import { createSql, type Sql } from '../../workspace/sql.ts';
import { packError } from '../../workspace/workspace-rpc.ts';
import type { ExportPlan } from '../export-plan.ts';
import { createMemorySink } from '../files/memory-sink.ts';
import { createDetectionPrinter } from '../formats/detection-features.ts';
import { featureSeparator } from '../formats/geojson.ts';
import { type IdRange, prepareScope, readDetections } from '../rows/detection-source.ts';
import type { PrintAnswer, PrintedChunk, PrintRequest } from './print-protocol.ts';

/** Carries out what is asked of a printing thread, until it is told to end. */
export function runPrinter(port: MessagePort, plan: ExportPlan): void {
  const { database } = openReader(plan.workspacePath);
  database.exec('PRAGMA cache_size = -8192');
  const sql = createSql(database);
  const print = createChunkPrinter(sql, plan);
  const answer = (request: PrintRequest): PrintAnswer => {
    if (request.kind === 'print') return { kind: 'printed', chunk: print(request.range, request.buffer) };
    if (database.isTransaction) database.exec('ROLLBACK');
    database.exec('BEGIN');
    // A transaction sees the file as it is at its first read.
    sql.get('SELECT 1 FROM detections LIMIT 1');
    return { kind: 'begun' };
  };
  port.on('message', (request: PrintRequest) => {
    if (request.kind === 'end') {
      database.close();
      port.close();
      return;
    }
    try {
      const said = answer(request);
      port.postMessage(said, said.kind === 'printed' ? [said.chunk.bytes.buffer] : []);
    } catch (error) {
      port.postMessage({ kind: 'failed', error: packError(error) } satisfies PrintAnswer);
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
    if (buffer) sink.give(buffer);
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
    return { bytes: sink.take(), rows, unreadable };
  };
}
