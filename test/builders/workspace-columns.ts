import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { ChunkContents } from '../../electron/core/workspace/file/columns/chunk-builder.ts';
import type { WrittenColumn } from '../../electron/core/workspace/file/columns/property-chunk.ts';
import { createPropertyNames } from '../../electron/core/workspace/file/columns/property-names.ts';
import { readChunkFromRows } from '../../electron/core/workspace/file/columns/read-chunk.ts';
import { readStoredChunk } from '../../electron/core/workspace/file/columns/store-chunk.ts';
import { createSql, type Sql } from '../../electron/core/workspace/file/sql.ts';

/** Reads a workspace file with a separate connection, which is closed afterwards. */
export function withFile<T>(file: string, look: (sql: Sql) => T): T {
  const database = new DatabaseSync(file);
  try {
    return look(createSql(database));
  } finally {
    database.close();
  }
}

/** One detection as the columns have it, with names instead of keys. */
export type ColumnEntry = Readonly<Record<string, unknown>> & {
  readonly properties: Readonly<Record<string, unknown>>;
};

/** Numbers of the dirty chunks. */
export function dirtyChunks(file: string): number[] {
  return withFile(file, (sql) =>
    sql.arrays('SELECT chunk FROM detection_chunks WHERE body IS NULL').map(([chunk]) => Number(chunk)),
  );
}

/** Expects that all chunks are stored and equal to the rows; returns their entries. */
export function expectColumnsMatchRows(file: string): readonly ColumnEntry[] {
  return withFile(file, (sql) => {
    const names = createPropertyNames(sql);
    const spelled = new Map(
      sql.arrays('SELECT id, name FROM names').map(([id, name]) => [Number(id), String(name)]),
    );
    const keys = new Map([...spelled].map(([id, name]) => [name, id]));
    const chunks = sql
      .arrays('SELECT chunk FROM detection_chunks ORDER BY chunk')
      .map(([chunk]) => Number(chunk));
    return chunks.flatMap((chunk) => {
      const stored = readStoredChunk(sql, chunk, names);
      if (typeof stored === 'string') throw new Error(`Chunk ${chunk} is ${stored}.`);
      const fromRows = readChunkFromRows(sql, chunk, {
        nameKey: (name) => keys.get(name) ?? Number.NaN,
        isColumn: (name) => columnNames(sql).has(name),
      });
      const entries = entriesOf(stored, spelled);
      expect(entries).toEqual(entriesOf(fromRows, spelled));
      return entries;
    });
  });
}

function columnNames(sql: Sql): ReadonlySet<string> {
  return new Set(
    sql.arrays('SELECT name FROM properties WHERE has_chunks = 1').map(([name]) => String(name)),
  );
}

function entriesOf(
  { detections, properties }: ChunkContents,
  spelled: ReadonlyMap<number, string>,
): ColumnEntry[] {
  return Array.from({ length: detections.count }, (_none, at) => ({
    id: detections.id[at],
    longitude: detections.longitude[at],
    latitude: detections.latitude[at],
    collected: detections.collected[at],
    uploaded: detections.uploaded[at],
    confidence: detections.confidence[at],
    x: detections.x[at],
    y: detections.y[at],
    record: detections.record[at],
    analytic: spelled.get(detections.analytic[at] ?? 0),
    region: spelled.get(detections.region[at] ?? 0),
    sensor: spelled.get(detections.sensor[at] ?? 0),
    flags: detections.flags[at],
    properties: Object.fromEntries(
      [...properties]
        .map(([name, column]) => [name, valueAt(column, at)] as const)
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }));
}

function valueAt(column: WrittenColumn, at: number): unknown {
  if (column.kind === 'coded') {
    const json = column.values[(column.codes[at] ?? 0) - 1];
    return json === undefined ? undefined : JSON.parse(json);
  }
  const number = column.numbers[at];
  return Number.isNaN(number) ? undefined : number;
}
