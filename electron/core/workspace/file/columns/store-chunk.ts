import type { Sql } from '../sql.ts';
import type { ChunkContents } from './chunk-builder.ts';
import { decodeDetectionColumns, encodeDetectionColumns } from './detection-chunk.ts';
import {
  decodePropertyColumn,
  encodePropertyColumn,
  toWrittenColumn,
  type WrittenColumn,
} from './property-chunk.ts';
import type { PropertyNames } from './property-names.ts';

/**
 * The stored state of a chunk. `absent`: it never had a detection. `dirty`: its rows have changed since, or its
 * bytes cannot be decoded.
 */
export type StoredChunk = ChunkContents | 'absent' | 'dirty';

/** Reads a chunk as it was stored last. */
export function readStoredChunk(sql: Sql, chunk: number, names: PropertyNames): StoredChunk {
  const [row] = sql.arrays`SELECT body FROM detection_chunks WHERE chunk = ${chunk}`;
  if (!row) return 'absent';
  const detections = row[0] instanceof Uint8Array ? decodeDetectionColumns(row[0]) : undefined;
  if (!detections) return 'dirty';
  const properties = new Map<string, WrittenColumn>();
  const ids = sql.arrays('SELECT id FROM properties WHERE has_chunks = 1');
  for (const [id] of ids) {
    const [found] = sql.arrays`
      SELECT body FROM property_chunks WHERE property_id = ${Number(id)} AND chunk = ${chunk}`;
    if (!found) continue;
    const column = found[0] instanceof Uint8Array ? decodePropertyColumn(found[0]) : undefined;
    const name = names.nameOf(Number(id));
    if (!column || name === undefined) return 'dirty';
    properties.set(name, toWrittenColumn(column));
  }
  return { detections, properties };
}

/** Replaces the stored columns of a chunk; `hasGrown` means that it had no property that it lacks now. */
export function storeChunk(
  sql: Sql,
  chunk: number,
  contents: ChunkContents,
  names: PropertyNames,
  hasGrown = false,
): void {
  sql.run`
    INSERT INTO detection_chunks (chunk, version, body)
    VALUES (${chunk}, 1, ${encodeDetectionColumns(contents.detections)})
    ON CONFLICT (chunk) DO UPDATE SET version = version + 1, body = excluded.body`;
  const stale = hasGrown ? new Set<number>() : readColumnsOf(sql, chunk);
  for (const [name, column] of contents.properties) {
    if (!names.isColumn(name)) continue;
    const key = names.keyOf(name);
    stale.delete(key);
    sql.run`
      INSERT INTO property_chunks (property_id, chunk, body)
      VALUES (${key}, ${chunk}, ${encodePropertyColumn(column)})
      ON CONFLICT (property_id, chunk) DO UPDATE SET body = excluded.body`;
  }
  for (const key of stale)
    sql.run`DELETE FROM property_chunks WHERE property_id = ${key} AND chunk = ${chunk}`;
}

function readColumnsOf(sql: Sql, chunk: number): Set<number> {
  const rows = sql.arrays`
    SELECT id FROM properties WHERE has_chunks = 1
    AND EXISTS (SELECT 1 FROM property_chunks WHERE property_id = id AND chunk = ${chunk})`;
  return new Set(rows.map(([id]) => Number(id)));
}
