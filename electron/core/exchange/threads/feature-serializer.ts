import { closeDatabase, createSql, type Sql } from '../../workspace/file/sql.ts';
import { openReader } from '../../workspace/open/open-database.ts';
import type { ExportNotes } from '../export-notes.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { SerializedChunk } from '../export-rpc.ts';
import { createMemorySink } from '../files/memory-sink.ts';
import { createDetectionSerializer } from '../formats/detection-features.ts';
import { featureSeparator } from '../formats/geojson.ts';
import { derivedColumns } from '../rows/derived-columns.ts';
import { type IdRange, prepareScope, readDetections } from '../rows/detection-source.ts';
import { describeNulInJson } from '../rows/nul-characters.ts';

/** Serializes features for an export, from a connection of its own. */
export type FeatureSerializer = {
  /** Starts a new read transaction. */
  begin(): void;
  /** Serializes the features of a range, into `buffer` if it is given. */
  serialize(range: IdRange, buffer: ArrayBuffer | undefined): SerializedChunk;
  close(): void;
};

/** Opens the workspace of a plan. */
export function openFeatureSerializer(plan: ExportPlan): FeatureSerializer {
  const { database } = openReader(plan.workspacePath);
  database.exec('PRAGMA cache_size = -8192');
  const sql = createSql(database);
  return {
    begin() {
      if (database.isTransaction) database.exec('ROLLBACK');
      database.exec('BEGIN');
      // The snapshot of a transaction is taken at its first read.
      sql.get('SELECT 1 FROM detections LIMIT 1');
    },
    serialize: createChunkSerializer(sql, plan),
    close: () => closeDatabase(database),
  };
}

function createChunkSerializer(sql: Sql, plan: ExportPlan): FeatureSerializer['serialize'] {
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
  let serialize: ReturnType<typeof createDetectionSerializer> | undefined;
  return (range, buffer) => {
    if (buffer) sink.recycle(buffer);
    if (!serialize) {
      prepareScope(sql, plan.scope);
      serialize = createDetectionSerializer(plan, derivedColumns(sql, plan), notes);
    }
    Object.assign(counts, { unreadable: 0, withNul: 0 });
    let rows = 0;
    for (const batch of readDetections(sql, plan.scope, plan.reviews, range)) {
      for (const row of batch) {
        if (rows > 0) sink.bytes(separator);
        serialize(row, sink);
        rows += 1;
      }
    }
    return { bytes: sink.detach(), rows, ...counts };
  };
}
