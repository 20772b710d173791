import { numberCell } from '../../cells.ts';
import { createDetectionColumns, type DetectionColumns } from '../../columns/detection-chunk.ts';
import { readReviewsVersion } from '../../results-version.ts';
import type { Sql } from '../../sql.ts';
import { type ChunkEntry, type ChunkSource, createChunkSource } from './chunk-source.ts';
import { createDictionary, type Dictionary } from './dictionary.ts';
import { copyColumns, firstOf, roomFor } from './flat-columns.ts';

/** A chunk and where its detections stand in the flat columns. */
export type PlacedChunk = ChunkEntry & { readonly start: number; readonly count: number };

/** All detections in ascending id order, and what tells whether they are still the same. */
export type Detections = {
  readonly columns: DetectionColumns;
  readonly chunks: readonly PlacedChunk[];
  /** Changes when a detection comes, goes or changes. */
  readonly rowsVersion: number;
  /** Changes when a review does, or may have. */
  readonly reviewsVersion: number;
  /** The version of the reviews that the file tells. */
  readonly storedReviews: number;
  /** How often the whole file was looked at again. */
  readonly looks: number;
  /** Changes with `rowsVersion`: a uint32 that no other run of Sightline is likely to use. */
  readonly version: number;
  /** Changes with every write to the file, whatever it concerns. */
  readonly fileState: string;
};

/** The columns of all detections in memory, kept up to date with the file. */
export type ColumnStore = {
  readonly names: Dictionary;
  readonly source: ChunkSource;
  /**
   * Answers a question on one state of the file: what is read from its tables meanwhile belongs to the same state.
   * Only what has changed since the last question is read again.
   */
  read<T>(question: (detections: Detections) => T): T;
  /** Looks at the whole file again with the next question. */
  forget(): void;
};

/** A store over one connection. Nothing is read before the first question. */
export function createColumnStore(sql: Sql): ColumnStore {
  const names = createDictionary();
  const source = createChunkSource(sql, names);
  const load = createLoader(sql, source);
  return {
    names,
    source,
    read: (question) => inSnapshot(sql, () => question(load.current())),
    forget: load.forget,
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
  let room = createDetectionColumns(0);
  let detections: Detections = { ...nothing, version: firstVersion() };
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
      ({ room, chunks } = placeChunks(source, room, former.chunks, entries));
      columns = firstOf(
        room,
        chunks.reduce((sum, { count }) => sum + count, 0),
      );
    }
    detections = {
      columns,
      chunks,
      rowsVersion: former.rowsVersion + (areRowsSame ? 0 : 1),
      reviewsVersion: former.reviewsVersion + (areReviewsSame ? 0 : 1),
      storedReviews: reviews,
      looks: former.looks,
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
      detections = { ...detections, chunks, fileState: '', looks: detections.looks + 1 };
      seenReviews = -1;
    },
  };
}

const nothing = {
  columns: createDetectionColumns(0),
  chunks: [] as readonly PlacedChunk[],
  rowsVersion: 0,
  reviewsVersion: 0,
  storedReviews: -1,
  looks: 0,
  fileState: '',
};

/** A page that outlives the process must not take a version of the next one for one that it has. */
function firstVersion(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** Stays the same as long as nobody has written to the file, through this connection or any other. */
function stateOf(sql: Sql): string {
  const other = sql.get('PRAGMA data_version');
  const own = sql.get('SELECT total_changes() AS changes');
  return `${other ? numberCell(other, 'data_version') : 0} ${own ? numberCell(own, 'changes') : 0}`;
}

function isSameList(chunks: readonly ChunkEntry[], entries: readonly ChunkEntry[]): boolean {
  return chunks.length === entries.length && entries.every((entry, index) => isSame(chunks[index], entry));
}

/**
 * The columns of all entries one after another. What stands before the first change stays where it is; what comes
 * behind it is copied from where it stood or, where it has changed, read.
 */
function placeChunks(
  source: ChunkSource,
  room: DetectionColumns,
  former: readonly PlacedChunk[],
  entries: readonly ChunkEntry[],
): { room: DetectionColumns; chunks: readonly PlacedChunk[] } {
  const known = new Map(former.map((chunk) => [chunk.chunk, chunk]));
  let unchanged = 0;
  while (unchanged < entries.length && isSame(former[unchanged], entries[unchanged])) unchanged += 1;
  const parts = entries.slice(unchanged).map((entry) => {
    const place = known.get(entry.chunk);
    return place && isSame(place, entry)
      ? { entry, from: room, start: place.start, count: place.count }
      : partOf(entry, source.columns(entry));
  });
  const chunks: PlacedChunk[] = former.slice(0, unchanged);
  const last = chunks.at(-1);
  let at = last ? last.start + last.count : 0;
  const total = parts.reduce((sum, { count }) => sum + count, at);
  const isMoving = parts.some(({ from }) => from === room);
  const target = isMoving ? copyOf(room, at, total) : roomFor(room, total);
  for (const { entry, from, start, count } of parts) {
    copyColumns(from, start, count, target, at);
    chunks.push({ ...entry, start: at, count });
    at += count;
  }
  return { room: target, chunks };
}

function isSame(one: ChunkEntry | undefined, other: ChunkEntry | undefined): boolean {
  return one?.chunk === other?.chunk && one?.version === other?.version;
}

function partOf(entry: ChunkEntry, columns: DetectionColumns) {
  return { entry, from: columns, start: 0, count: columns.count };
}

/** New room for `total` detections with the first `kept` of another. */
function copyOf(room: DetectionColumns, kept: number, total: number): DetectionColumns {
  const copy = roomFor(createDetectionColumns(0), total);
  copyColumns(room, 0, kept, copy, 0);
  return copy;
}
