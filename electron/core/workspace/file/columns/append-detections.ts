import type { Sql } from '../sql.ts';
import { type ChunkBuilder, createChunkBuilder, type PageFeatures } from './chunk-builder.ts';
import { createInsertTriggers, dropInsertTriggers } from './chunk-triggers.ts';
import { chunkOf, chunkSize, isChunkDirty } from './detection-chunk.ts';
import { createPropertyNames, type PropertyNames } from './property-names.ts';
import { readStoredChunk, storeChunk } from './store-chunk.ts';

type OpenChunk = { readonly chunk: number; readonly builder: ChunkBuilder | undefined };

/**
 * An appender for one transaction. The triggers that would mark a chunk with each added row are dropped and recreated
 * within it, so that no other connection sees the file without them. The triggers for changed and deleted rows stay, and so
 * does a mark that they set in the meantime.
 */
export function createDetectionAppender(sql: Sql) {
  const cache = cacheOf(sql);
  let names: PropertyNames | undefined;
  let open: OpenChunk | undefined;
  /** Set once a page has had more properties than are prepared per page: its chunks are then built from rows. */
  let isIncomplete = false;

  const known = (): PropertyNames => {
    if (!names) throw new Error('Detections were added before their columns were begun.');
    return names;
  };
  const openChunk = (chunk: number): OpenChunk => {
    const builder = takeBuilder(sql, cache, chunk);
    if (builder) return { chunk, builder };
    const stored = readStoredChunk(sql, chunk, known());
    if (stored === 'dirty') return { chunk, builder: undefined };
    const contents = stored === 'absent' ? undefined : stored;
    if (!contents) sql.run`INSERT INTO detection_chunks (chunk, version, body) VALUES (${chunk}, 1, x'')`;
    return { chunk, builder: createChunkBuilder((name) => cache.isColumn(name), contents) };
  };
  const closeChunk = ({ chunk, builder }: OpenChunk) => {
    if (!builder) return;
    if (isIncomplete) markDirty(sql, chunk);
    const [row] = sql.arrays(`SELECT ${isChunkDirty} FROM detection_chunks WHERE chunk = ?`, chunk);
    if (row?.[0] !== 0) return;
    storeChunk(sql, chunk, builder.finish(), known(), true);
    cache.last = { chunk, state: stateOf(sql, chunk), builder };
  };

  return {
    /** To be called before the first row is inserted; further calls do nothing. */
    begin(): void {
      if (names) return;
      names = createPropertyNames(sql);
      cache.isColumn = names.isColumn;
      dropInsertTriggers(sql.database);
    },
    /**
     * Appends features `from … to` of a page as new rows with ascending ids from `firstId`, greater than all existing ids.
     * Their properties must have been registered.
     */
    append(page: PageFeatures, from: number, to: number, firstId: number): void {
      for (let at = from; at < to; ) {
        const id = firstId + at - from;
        const chunk = chunkOf(id);
        const end = Math.min(to, at + (chunk + 1) * chunkSize - id);
        if (open?.chunk !== chunk) {
          if (open) closeChunk(open);
          open = openChunk(chunk);
        }
        open.builder?.addAll(page, at, end, id);
        at = end;
      }
    },
    /** Marks that a detection was written under an existing id: its chunk is rebuilt from rows later. */
    markReplaced: (id: number): void => markDirty(sql, chunkOf(id)),
    /** Notes which properties a page's features have. */
    registerProperties({ properties }: PageFeatures): void {
      for (const name of properties.columns.keys()) known().isColumn(name);
      for (const name of properties.tooLong) {
        known().isColumn(name);
        known().drop(name);
      }
      for (const name of properties.omitted) isIncomplete = known().isColumn(name) || isIncomplete;
    },
    /** Stores what was added. */
    finish(): void {
      if (!names) return;
      if (open) closeChunk(open);
      createInsertTriggers(sql.database);
    },
  };
}

/** Maintains the columns of detections that an ingest adds, within its transaction. */
export type DetectionAppender = ReturnType<typeof createDetectionAppender>;

function markDirty(sql: Sql, chunk: number): void {
  sql.run`
    INSERT INTO detection_chunks (chunk, version, body) VALUES (${chunk}, 1, NULL)
    ON CONFLICT (chunk) DO UPDATE SET version = version + 1, body = NULL`;
}

/**
 * State of a connection from one transaction to the next: the chunk that it stored last, as the next page fills it up.
 */
type AppenderCache = {
  last: { readonly chunk: number; readonly state: string; readonly builder: ChunkBuilder } | undefined;
  /** Whether the transaction under way has the column. */
  isColumn: (name: string) => boolean;
};

const cacheBySql = new WeakMap<Sql, AppenderCache>();

function cacheOf(sql: Sql): AppenderCache {
  const cache = cacheBySql.get(sql) ?? { last: undefined, isColumn: () => false };
  cacheBySql.set(sql, cache);
  return cache;
}

/** Gives the builder away: what a transaction adds to it that is then undone must not be cache. */
function takeBuilder(sql: Sql, cache: AppenderCache, chunk: number): ChunkBuilder | undefined {
  const { last } = cache;
  cache.last = undefined;
  return last?.chunk === chunk && last.state === stateOf(sql, chunk) ? last.builder : undefined;
}

/** Another one once the chunk is stored or marked, a transaction is undone, or another connection writes to the file. */
function stateOf(sql: Sql, chunk: number): string {
  const [version] = sql.arrays(
    `SELECT version, ${isChunkDirty} FROM detection_chunks WHERE chunk = ?`,
    chunk,
  );
  return `${version} ${sql.rollbackCount} ${sql.arrays('PRAGMA data_version')}`;
}
