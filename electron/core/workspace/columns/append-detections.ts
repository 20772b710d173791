import type { Sql } from '../sql.ts';
import { type ChunkBuilder, type ChunkEntry, createChunkBuilder } from './chunk-builder.ts';
import { createInsertTriggers, dropInsertTriggers } from './chunk-triggers.ts';
import { chunkOf } from './detection-chunk.ts';
import { createPropertyNames, type PropertyNames } from './property-names.ts';
import { readStoredChunk, storeChunk } from './store-chunk.ts';

/** Keeps the columns of detections that an ingest adds, within its transaction. */
export type DetectionAppender = {
  /** To be called before the first row is inserted; further calls do nothing. */
  begin(): void;
  /** A detection with a new id, greater than all before. */
  added(entry: ChunkEntry): void;
  /** A detection that stands under an id of old: its chunk is made anew from rows later. */
  replaced(id: number): void;
  /** Stores what was added. */
  finish(): void;
};

type OpenChunk = { readonly chunk: number; readonly builder: ChunkBuilder | undefined };

/**
 * An appender for one transaction. The triggers that would mark a chunk with each added row are dropped and put back
 * within it, so that nobody else ever sees the file without them; those for changed and deleted rows stay, and a chunk
 * that they mark meanwhile stays marked.
 */
export function createDetectionAppender(sql: Sql): DetectionAppender {
  let names: PropertyNames | undefined;
  let open: OpenChunk | undefined;

  const openChunk = (chunk: number, known: PropertyNames): OpenChunk => {
    const stored = readStoredChunk(sql, chunk, known);
    if (stored === 'dirty') return { chunk, builder: undefined };
    const contents = stored === 'absent' ? undefined : stored;
    if (!contents) sql.run("INSERT INTO detection_chunks (chunk, version, body) VALUES (?, 1, x'')", chunk);
    return { chunk, builder: createChunkBuilder(known.isColumn, contents) };
  };
  const closeChunk = ({ chunk, builder }: OpenChunk, known: PropertyNames) => {
    if (!builder) return;
    for (const name of builder.tooLong) known.drop(name);
    const [row] = sql.arrays('SELECT body IS NULL FROM detection_chunks WHERE chunk = ?', chunk);
    if (row?.[0] === 0) storeChunk(sql, chunk, builder.finish(), known);
  };

  return {
    begin() {
      if (names) return;
      names = createPropertyNames(sql);
      dropInsertTriggers(sql.database);
    },
    added(entry) {
      if (!names) throw new Error('Detections were added before their columns were begun.');
      const chunk = chunkOf(entry.id);
      if (open?.chunk !== chunk) {
        if (open) closeChunk(open, names);
        open = openChunk(chunk, names);
      }
      open.builder?.add(entry);
    },
    replaced(id) {
      sql.run(
        `INSERT INTO detection_chunks (chunk, version, body) VALUES (?, 1, NULL)
         ON CONFLICT (chunk) DO UPDATE SET version = version + 1, body = NULL`,
        chunkOf(id),
      );
    },
    finish() {
      if (!names) return;
      if (open) closeChunk(open, names);
      createInsertTriggers(sql.database);
    },
  };
}
