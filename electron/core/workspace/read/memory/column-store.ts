import { releaseMemory } from '../../../base/release-memory.ts';
import type { Steps } from '../../../base/steps.ts';
import { numberCell } from '../../file/cells.ts';
import {
  chunkSize,
  createDetectionColumns,
  type DetectionColumns,
} from '../../file/columns/detection-chunk.ts';
import { readResultsVersion, readReviewsVersion } from '../../file/results-version.ts';
import type { Sql } from '../../file/sql.ts';
import { itemsText } from '../item-fields.ts';
import { placeLabelsText } from '../place-labels.ts';
import { correctionsText } from '../property-corrections.ts';
import { type ChunkEntry, type ChunkSource, createChunkSource } from './chunk-source.ts';
import { createDictionary } from './dictionary.ts';
import { areEqualColumns, copyColumns, ensureCapacity, viewOfFirst } from './flat-columns.ts';

/** A chunk and the range of its detections in the flat columns. */
export type LoadedChunk = ChunkEntry & { readonly start: number; readonly count: number };

/** All detections in ascending id order, and versions that show whether they have changed. */
export type StoredDetections = {
  readonly columns: DetectionColumns;
  readonly chunks: readonly LoadedChunk[];
  /** Changes when a detection comes, goes or changes, or what the analyst states about properties, places or detections. */
  readonly rowsVersion: number;
  /** Changes when a review does, or may have. */
  readonly reviewsVersion: number;
  /** The version of the reviews that is stored in the file. */
  readonly storedReviewsVersion: number;
  /** Number of times that the whole file was reloaded. */
  readonly reloadCount: number;
  /** Changes with `rowsVersion`: a uint32 that no other run of Sightline is likely to use. */
  readonly version: number;
  /** Changes with every write to the file, whatever it concerns. */
  readonly fileState: string;
};

/** A store over one connection. Nothing is read before the first query. */
export function createColumnStore(sql: Sql) {
  const names = createDictionary();
  const source = createChunkSource(sql, names);
  /** The states of the queries in steps that have begun, whose columns must not change. */
  const held: StoredDetections[] = [];
  const load = createLoader(sql, source, held);
  /** The state of the query of which a step is running. */
  let ofStep: StoredDetections | undefined;
  return {
    names,
    source,
    /**
     * Runs a query on one state of the file: what it reads from tables belongs to the same state. Only what has changed
     * since the last query is read again.
     */
    read: <T>(query: (detections: StoredDetections) => T): T =>
      inSnapshot(sql, () => query(ofStep ?? load.current())),
    /**
     * Runs a query in steps, all on the detections as they are at the first one; a `read` within a step has the same ones.
     * Other queries can run between the steps, and pages can change the file: what is read of a chunk then has to be
     * compared with its version (`ChunkSource.isCurrent`).
     */
    *readInSteps<T>(query: (detections: StoredDetections) => Steps<T>): Steps<T> {
      while (!inSnapshot(sql, load.some)) yield;
      const detections = inSnapshot(sql, load.current);
      const steps = query(detections);
      held.push(detections);
      try {
        for (;;) {
          const step = inSnapshot(sql, () => {
            ofStep = detections;
            try {
              return steps.next();
            } finally {
              ofStep = undefined;
            }
          });
          if (step.done) return step.value;
          yield;
        }
      } finally {
        // Stopped steps release what they hold.
        steps.return(undefined as T);
        held.splice(held.indexOf(detections), 1);
      }
    },
    /** Whether a state of the detections is the latest one, or that of a query in steps. */
    isInUse: (rowsVersion: number): boolean =>
      rowsVersion === load.rowsVersion() || held.some((state) => state.rowsVersion === rowsVersion),
    /** From now on also a record without detections changes `rowsVersion`: values that depend on all passes are used. */
    followResults: load.followResults,
    /** Looks at the whole file again with the next query. */
    invalidate: load.forget,
  };
}

/** The columns of all detections in memory, synchronized with the file. */
export type ColumnStore = ReturnType<typeof createColumnStore>;

/** A write that is under way on the same connection is seen as far as it is. */
function inSnapshot<T>(sql: Sql, work: () => T): T {
  const { database } = sql;
  if (database.isTransaction) return work();
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    // An error may have ended it already.
    if (database.isTransaction) database.exec('COMMIT');
  }
}

/** Chunks that are loaded in one step, some ten milliseconds. */
const chunksInStep = 16;

function createLoader(sql: Sql, source: ChunkSource, held: readonly StoredDetections[]) {
  let buffer = createDetectionColumns(0);
  /** The chunks that are in the buffer: more than those of `detections` while many are being loaded. */
  let loaded: readonly LoadedChunk[] = [];
  let detections: StoredDetections = { ...noDetections, version: firstVersion() };
  let seenReviews = -1;
  let seenStatements = '';
  let seenLayers = '[]';
  /** The version of the results once they are followed. */
  let seenResults: number | undefined;
  const loadAll = (entries: readonly ChunkEntry[]) => {
    ({ buffer, chunks: loaded } = loadChunks(source, { buffer, chunks: loaded, held }, entries));
  };
  const current = (): StoredDetections => {
    const fileState = stateOf(sql);
    if (detections.fileState === fileState) return detections;
    const entries = source.list();
    const reviews = readReviewsVersion(sql);
    const former = detections;
    const statements = JSON.stringify([correctionsText(sql), placeLabelsText(sql), itemsText(sql)]);
    const layers = describeLayers(sql);
    const areChunksSame = isSameList(former.chunks, entries);
    // A correction, a label of a place, an item and a layer change values of detections, though not their columns.
    const results = seenResults === undefined ? undefined : readResultsVersion(sql);
    const areRowsSame =
      areChunksSame && statements === seenStatements && layers === seenLayers && results === seenResults;
    const areReviewsSame = reviews === seenReviews;
    if (areRowsSame && areReviewsSame) {
      detections = { ...former, fileState };
      return detections;
    }
    let { columns } = former;
    if (!areChunksSame) {
      loadAll(entries);
      columns = viewOfFirst(buffer, endOf(loaded));
    }
    detections = {
      columns,
      chunks: loaded,
      rowsVersion: former.rowsVersion + (areRowsSame ? 0 : 1),
      reviewsVersion: former.reviewsVersion + (areReviewsSame ? 0 : 1),
      storedReviewsVersion: reviews,
      reloadCount: former.reloadCount,
      version: (former.version + (areRowsSame ? 0 : 1)) >>> 0,
      fileState,
    };
    seenReviews = reviews;
    seenStatements = statements;
    seenLayers = layers;
    seenResults = results;
    return detections;
  };
  return {
    current,
    /** Loads some of the chunks that have been added, when there are many; whether so few are left that `current` can. */
    some(): boolean {
      if (detections.fileState === stateOf(sql)) return true;
      const entries = source.list();
      const areAdded = loaded.every((chunk, index) => isSame(chunk, entries[index]));
      if (!areAdded || entries.length <= loaded.length + chunksInStep) return true;
      buffer = ensureCapacity(buffer, entries.length * chunkSize);
      loadAll(entries.slice(0, loaded.length + chunksInStep));
      return false;
    },
    rowsVersion: () => detections.rowsVersion,
    followResults() {
      seenResults ??= readResultsVersion(sql);
    },
    forget() {
      loaded = [];
      detections = { ...detections, chunks: [], fileState: '', reloadCount: detections.reloadCount + 1 };
      seenReviews = -1;
    },
  };
}

/** Number of detections in chunks. */
function endOf(chunks: readonly LoadedChunk[]): number {
  const last = chunks.at(-1);
  return last ? last.start + last.count : 0;
}

/** The layers of the user's that filters may name, and when they were changed last. */
function describeLayers(sql: Sql): string {
  const rows = sql.arrays`
    SELECT name, table_name, last_change FROM layers JOIN gpkg_contents USING (table_name) ORDER BY id`;
  return JSON.stringify(rows);
}

const noDetections = {
  columns: createDetectionColumns(0),
  chunks: [] as readonly LoadedChunk[],
  rowsVersion: 0,
  reviewsVersion: 0,
  storedReviewsVersion: -1,
  reloadCount: 0,
  fileState: '',
};

/** Random, so that a page that outlives the process does not confuse its version with one of the next process. */
function firstVersion(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** Changes with every write to the file, through this connection or any other. */
function stateOf(sql: Sql): string {
  const other = sql.get('PRAGMA data_version');
  const own = sql.get('SELECT total_changes() AS changes');
  return `${other ? numberCell(other, 'data_version') : 0} ${own ? numberCell(own, 'changes') : 0}`;
}

function isSameList(chunks: readonly ChunkEntry[], entries: readonly ChunkEntry[]): boolean {
  return chunks.length === entries.length && entries.every((entry, index) => isSame(chunks[index], entry));
}

type LoadedChunks = {
  readonly buffer: DetectionColumns;
  readonly chunks: readonly LoadedChunk[];
  /** States whose columns may be in the buffer, and must not change. */
  readonly held: readonly StoredDetections[];
};

/**
 * The columns of all entries one after another. What comes before the first change is left in place; what comes
 * after it is copied or, where it has changed, read.
 */
function loadChunks(
  source: ChunkSource,
  { buffer, chunks: former, held }: LoadedChunks,
  entries: readonly ChunkEntry[],
): Pick<LoadedChunks, 'buffer' | 'chunks'> {
  const known = new Map(former.map((chunk) => [chunk.chunk, chunk]));
  let unchanged = 0;
  while (unchanged < entries.length && isSame(former[unchanged], entries[unchanged])) unchanged += 1;
  const sources = entries.slice(unchanged).map((entry): ColumnSource => {
    const chunk = known.get(entry.chunk);
    return chunk && isSame(chunk, entry)
      ? { entry, from: buffer, start: chunk.start, count: chunk.count }
      : chunkSource(entry, source.columns(entry));
  });
  const chunks: LoadedChunk[] = former.slice(0, unchanged);
  let at = endOf(chunks);
  const total = sources.reduce((sum, { count }) => sum + count, at);
  const isMoving = sources.some(({ from }) => from === buffer);
  const target =
    isMoving || changesHeld(buffer, held, sources, at)
      ? copyToNewBuffer(buffer, at, total)
      : ensureCapacity(buffer, total);
  for (const { entry, from, start, count } of sources) {
    copyColumns(from, start, count, target, at);
    if (from !== buffer) releaseMemory(from.id);
    chunks.push({ ...entry, start: at, count });
    at += count;
  }
  return { buffer: target, chunks };
}

/** A chunk, and where its columns are copied from. */
type ColumnSource = {
  readonly entry: ChunkEntry;
  readonly from: DetectionColumns;
  readonly start: number;
  readonly count: number;
};

/** Whether columns that are written into the buffer from a position on would change those of a held state. */
function changesHeld(
  buffer: DetectionColumns,
  held: readonly StoredDetections[],
  sources: readonly ColumnSource[],
  start: number,
): boolean {
  const end = held.reduce(
    (most, { columns }) => (columns.id.buffer === buffer.id.buffer ? Math.max(most, columns.count) : most),
    0,
  );
  let at = start;
  for (const { from, start: first, count } of sources) {
    if (at >= end) return false;
    if (!areEqualColumns(from, first, buffer, at, Math.min(count, end - at))) return true;
    at += count;
  }
  return at < end;
}

function isSame(one: ChunkEntry | undefined, other: ChunkEntry | undefined): boolean {
  return one?.chunk === other?.chunk && one?.version === other?.version;
}

function chunkSource(entry: ChunkEntry, columns: DetectionColumns): ColumnSource {
  return { entry, from: columns, start: 0, count: columns.count };
}

/** A new buffer for `total` detections with the first `kept` of another. */
function copyToNewBuffer(buffer: DetectionColumns, kept: number, total: number): DetectionColumns {
  const copy = ensureCapacity(createDetectionColumns(0), total);
  copyColumns(buffer, 0, kept, copy, 0);
  return copy;
}
