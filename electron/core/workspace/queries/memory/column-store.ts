import { numberCell } from '../../cells.ts';
import { createDetectionColumns, type DetectionColumns } from '../../columns/detection-chunk.ts';
import { readReviewsVersion } from '../../results-version.ts';
import type { Sql } from '../../sql.ts';
import { type ChunkEntry, type ChunkSource, createChunkSource } from './chunk-source.ts';
import { createDictionary, type Dictionary } from './dictionary.ts';
import { copyColumns, ensureCapacity, viewOfFirst } from './flat-columns.ts';

/** A chunk and the range of its detections in the flat columns. */
export type LoadedChunk = ChunkEntry & { readonly start: number; readonly count: number };

/** All detections in ascending id order, and versions that show whether they have changed. */
export type Detections = {
  readonly columns: DetectionColumns;
  readonly chunks: readonly LoadedChunk[];
  /** Changes when a detection comes, goes or changes. */
  readonly rowsVersion: number;
  /** Changes when a review does, or may have. */
  readonly reviewsVersion: number;
  /** The version of the reviews that is stored in the file. */
  readonly storedReviewsVersion: number;
  /** How often the whole file was reloaded. */
  readonly reloadCount: number;
  /** Changes with `rowsVersion`: a uint32 that no other run of Sightline is likely to use. */
  readonly version: number;
  /** Changes with every write to the file, whatever it concerns. */
  readonly fileState: string;
};

/** The columns of all detections in memory, synchronized with the file. */
export type ColumnStore = {
  readonly names: Dictionary;
  readonly source: ChunkSource;
  /**
   * Runs a query on one state of the file: what is read from its tables meanwhile belongs to the same state.
   * Only what has changed since the last query is read again.
   */
  read<T>(query: (detections: Detections) => T): T;
  /** Looks at the whole file again with the next query. */
  invalidate(): void;
};

/** A store over one connection. Nothing is read before the first query. */
export function createColumnStore(sql: Sql): ColumnStore {
  const names = createDictionary();
  const source = createChunkSource(sql, names);
  const load = createLoader(sql, source);
  return {
    names,
    source,
    read: (query) => inSnapshot(sql, () => query(load.current())),
    invalidate: load.forget,
  };
}

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

function createLoader(sql: Sql, source: ChunkSource) {
  let buffer = createDetectionColumns(0);
  let detections: Detections = { ...noDetections, version: firstVersion() };
  let seenReviews = -1;
  const current = (): Detections => {
    const fileState = stateOf(sql);
    if (detections.fileState === fileState) return detections;
    const entries = source.list();
    const reviews = readReviewsVersion(sql);
    const former = detections;
    const areRowsSame = isSameList(former.chunks, entries);
    const areReviewsSame = reviews === seenReviews;
    if (areRowsSame && areReviewsSame) {
      detections = { ...former, fileState };
      return detections;
    }
    let { columns, chunks } = former;
    if (!areRowsSame) {
      ({ buffer, chunks } = loadChunks(source, buffer, former.chunks, entries));
      columns = viewOfFirst(
        buffer,
        chunks.reduce((sum, { count }) => sum + count, 0),
      );
    }
    detections = {
      columns,
      chunks,
      rowsVersion: former.rowsVersion + (areRowsSame ? 0 : 1),
      reviewsVersion: former.reviewsVersion + (areReviewsSame ? 0 : 1),
      storedReviewsVersion: reviews,
      reloadCount: former.reloadCount,
      version: (former.version + (areRowsSame ? 0 : 1)) >>> 0,
      fileState,
    };
    seenReviews = reviews;
    return detections;
  };
  return {
    current,
    forget() {
      // What is of another version is read again.
      const chunks = detections.chunks.map((chunk) => ({ ...chunk, version: -1 }));
      detections = { ...detections, chunks, fileState: '', reloadCount: detections.reloadCount + 1 };
      seenReviews = -1;
    },
  };
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

/**
 * The columns of all entries one after another. What comes before the first change is left in place; what comes
 * after it is copied or, where it has changed, read.
 */
function loadChunks(
  source: ChunkSource,
  buffer: DetectionColumns,
  former: readonly LoadedChunk[],
  entries: readonly ChunkEntry[],
): { buffer: DetectionColumns; chunks: readonly LoadedChunk[] } {
  const known = new Map(former.map((chunk) => [chunk.chunk, chunk]));
  let unchanged = 0;
  while (unchanged < entries.length && isSame(former[unchanged], entries[unchanged])) unchanged += 1;
  const sources = entries.slice(unchanged).map((entry) => {
    const loaded = known.get(entry.chunk);
    return loaded && isSame(loaded, entry)
      ? { entry, from: buffer, start: loaded.start, count: loaded.count }
      : chunkSource(entry, source.columns(entry));
  });
  const chunks: LoadedChunk[] = former.slice(0, unchanged);
  const last = chunks.at(-1);
  let at = last ? last.start + last.count : 0;
  const total = sources.reduce((sum, { count }) => sum + count, at);
  const isMoving = sources.some(({ from }) => from === buffer);
  const target = isMoving ? copyToNewBuffer(buffer, at, total) : ensureCapacity(buffer, total);
  for (const { entry, from, start, count } of sources) {
    copyColumns(from, start, count, target, at);
    chunks.push({ ...entry, start: at, count });
    at += count;
  }
  return { buffer: target, chunks };
}

function isSame(one: ChunkEntry | undefined, other: ChunkEntry | undefined): boolean {
  return one?.chunk === other?.chunk && one?.version === other?.version;
}

function chunkSource(entry: ChunkEntry, columns: DetectionColumns) {
  return { entry, from: columns, start: 0, count: columns.count };
}

/** A new buffer for `total` detections with the first `kept` of another. */
function copyToNewBuffer(buffer: DetectionColumns, kept: number, total: number): DetectionColumns {
  const copy = ensureCapacity(createDetectionColumns(0), total);
  copyColumns(buffer, 0, kept, copy, 0);
  return copy;
}
