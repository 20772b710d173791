/**
 * Outlines packed for the map: one binary message, little-endian.
 *
 * Layout: uint32 magic, shapes, rings, positions, skipped, and a spare one; then float64 longitude and latitude of each
 * position; then uint32 columns: id and time of each shape, its number of rings; of each ring its kind, and its number
 * of positions.
 */
export type ShapeFeed = {
  /** Detection ids or footprint keys of the workspace. */
  readonly id: Uint32Array;
  /** Collection time, epoch seconds UTC; 0 without one. */
  readonly time: Uint32Array;
  /** Number of rings of each shape. */
  readonly rings: Uint32Array;
  /** One of `ringKinds`, for each ring. */
  readonly ringKind: Uint32Array;
  /** Number of positions of each ring; a closed ring repeats its first position. */
  readonly ringLength: Uint32Array;
  /** Alternating longitudes and latitudes, degrees. */
  readonly positions: Float64Array;
  /** Shapes that could not be read. */
  readonly skipped: number;
};

/** Kind of a ring: the outline of a part, a hole in the outline before it, or a line that is not closed. */
export const ringKinds = { outline: 0, hole: 1, line: 2 } as const;

const magic = 0x31535053; // "SPS1"
const headerLength = 24;

/** Encodes shapes as one message; the inverse of `decodeShapeFeed`. */
export function encodeShapeFeed(feed: ShapeFeed): Uint8Array<ArrayBuffer> {
  const { id, time, rings, ringKind, ringLength, positions, skipped } = feed;
  const columns = [positions, id, time, rings, ringKind, ringLength];
  const bytes = new Uint8Array(columns.reduce((sum, { byteLength }) => sum + byteLength, headerLength));
  const header = [magic, id.length, ringKind.length, positions.length / 2, skipped, 0];
  const view = new DataView(bytes.buffer);
  header.forEach((value, index) => {
    view.setUint32(index * 4, value, true);
  });
  let at = headerLength;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** Returns columns that are views into `message`. Throws when it is not a complete feed. */
export function decodeShapeFeed(message: ArrayBuffer): ShapeFeed {
  const view = new DataView(message);
  if (message.byteLength < headerLength || view.getUint32(0, true) !== magic) {
    throw new Error('Not a feed of outlines.');
  }
  const [shapes, rings, positions, skipped] = [4, 8, 12, 16].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  const columnsAt = headerLength + positions * 16;
  if (message.byteLength !== columnsAt + (shapes * 3 + rings * 2) * 4) {
    throw new Error('The feed of outlines was cut short.');
  }
  const column = (start: number, length: number) => new Uint32Array(message, columnsAt + start * 4, length);
  return {
    id: column(0, shapes),
    time: column(shapes, shapes),
    rings: column(shapes * 2, shapes),
    ringKind: column(shapes * 3, rings),
    ringLength: column(shapes * 3 + rings, rings),
    positions: new Float64Array(message, headerLength, positions * 2),
    skipped,
  };
}
