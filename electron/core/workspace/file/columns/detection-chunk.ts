/** Number of ids in a chunk: chunk `n` contains the detections with ids `n·8192 … n·8192 + 8191`. */
export const chunkSize = 8192;

/**
 * SQL: whether the rows of a chunk in `detection_chunks` have changed and its columns have not been rebuilt. SQLite
 * reads the whole body, half a megabyte, for `body IS NULL`, and only its header for its length.
 */
export const isChunkDirty = 'length(body) IS NULL';

/** The chunk that a detection id belongs to. */
export function chunkOf(id: number): number {
  return Math.floor(id / chunkSize);
}

/**
 * Columns of the detections of one chunk, both tables together, by rising id; all have `count` entries.
 *
 * Names are keys into the table `names`; 0 means none. Times are epoch milliseconds UTC; NaN means none, as
 * it does for `confidence`.
 */
export type DetectionColumns = {
  readonly count: number;
  /** Degrees; for an area, of its representative point. */
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
  readonly collected: Float64Array;
  readonly uploaded: Float64Array;
  readonly confidence: Float64Array;
  readonly id: Uint32Array;
  /** Positions of the map's feed (`packX`, `packY`). */
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  /** Key of the record in `records`. */
  readonly record: Uint32Array;
  readonly analytic: Uint32Array;
  readonly region: Uint32Array;
  readonly sensor: Uint32Array;
  /** Bit 0: the detection is an area (`detection_areas`). Bit 1: it has a chip. */
  readonly flags: Uint8Array;
};

/** Column names in the order of their bytes: the widest first, so that each is aligned. */
const layout = [
  ['longitude', Float64Array],
  ['latitude', Float64Array],
  ['collected', Float64Array],
  ['uploaded', Float64Array],
  ['confidence', Float64Array],
  ['id', Uint32Array],
  ['x', Uint32Array],
  ['y', Uint32Array],
  ['record', Uint32Array],
  ['analytic', Uint32Array],
  ['region', Uint32Array],
  ['sensor', Uint32Array],
  ['flags', Uint8Array],
] as const;

/** The names of the columns. */
export const columnNames = layout.map(([name]) => name);

const bytesPerDetection = layout.reduce((sum, [, Column]) => sum + Column.BYTES_PER_ELEMENT, 0);

/** Empty columns with room for `count` detections. */
export function createDetectionColumns(count: number): DetectionColumns {
  return columnsIn(new ArrayBuffer(count * bytesPerDetection), 0, count);
}

/** The columns' bytes, one column after another, little-endian (as every machine that Electron runs on is). */
export function encodeDetectionColumns(columns: DetectionColumns): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(columns.count * bytesPerDetection);
  let at = 0;
  for (const [name] of layout) {
    const column = columns[name];
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

/** The inverse of `encodeDetectionColumns`. Undefined when the bytes are no whole chunk. */
export function decodeDetectionColumns(bytes: Uint8Array): DetectionColumns | undefined {
  const count = bytes.length / bytesPerDetection;
  if (!Number.isInteger(count) || count > chunkSize) return undefined;
  // Blobs need not start at a multiple of eight.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  return columnsIn(aligned.buffer, aligned.byteOffset, count);
}

function columnsIn(buffer: ArrayBufferLike, start: number, count: number): DetectionColumns {
  let at = start;
  const nextColumn = <T>(Column: {
    new (buffer: ArrayBufferLike, at: number, length: number): T;
    BYTES_PER_ELEMENT: number;
  }) => {
    const column = new Column(buffer, at, count);
    at += count * Column.BYTES_PER_ELEMENT;
    return column;
  };
  return {
    count,
    longitude: nextColumn(Float64Array),
    latitude: nextColumn(Float64Array),
    collected: nextColumn(Float64Array),
    uploaded: nextColumn(Float64Array),
    confidence: nextColumn(Float64Array),
    id: nextColumn(Uint32Array),
    x: nextColumn(Uint32Array),
    y: nextColumn(Uint32Array),
    record: nextColumn(Uint32Array),
    analytic: nextColumn(Uint32Array),
    region: nextColumn(Uint32Array),
    sensor: nextColumn(Uint32Array),
    flags: nextColumn(Uint8Array),
  };
}
