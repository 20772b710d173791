/**
 * Detections packed for the map: one binary message of columns, little-endian.
 *
 * Layout: uint32 magic, uint32 count, uint32 byte length of a UTF-8 JSON header, the header padded with spaces to a
 * multiple of four, then the columns one after another, each `count` long: id uint32 · x uint32 · y uint32 · time
 * uint32 · category uint8 · confidence uint8 · flags uint8.
 */
export type DetectionFeed = {
  readonly count: number;
  /**
   * Changes with the detections, but not with their reviews; a `MatchMask` of the same version has the same order.
   */
  readonly version: number;
  /** Version of the reviews in `flags`; see `FeedReviews`. */
  readonly reviewsVersion: number;
  /** Analytic names; `category` is an index into them. */
  readonly categories: readonly string[];
  /** Detection ids of the workspace. */
  readonly id: Uint32Array;
  /** Web Mercator x over the whole world scaled to 0…2³²−1, from 180° W eastwards. */
  readonly x: Uint32Array;
  /** Web Mercator y scaled to 0…2³²−1, from the northern edge (85.06° N) southwards. */
  readonly y: Uint32Array;
  /** Collection time, epoch seconds UTC; 0 without one. */
  readonly time: Uint32Array;
  readonly category: Uint8Array;
  /** 0…254 for 0…1; 255 without one. */
  readonly confidence: Uint8Array;
  /**
   * Bit 0: the geometry is not a point, and `x`, `y` are a point inside it. Bit 1: it has a chip. Bits 2 and 3: the
   * verdict (0 none, 1 confirmed, 2 rejected, 3 unsure). Bit 4: flagged.
   */
  readonly flags: Uint8Array;
};

const magic = 0x31464c53; // "SLF1"
const worldSize = 2 ** 32;
/** Latitude at which Web Mercator is square (EPSG:3857): atan(sinh(π)). */
const maxLatitude = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

/** Converts a longitude in degrees (−180…180) to the feed's x. */
export function packX(longitude: number): number {
  return Math.min(worldSize - 1, Math.max(0, Math.round(((longitude + 180) / 360) * worldSize)));
}

/** Converts a latitude in degrees to the feed's y, by the Mercator formula of EPSG:3857; clamped at 85.06°. */
export function packY(latitude: number): number {
  const phi = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
  const y = 0.5 - Math.asinh(Math.tan(phi)) / (2 * Math.PI);
  return Math.min(worldSize - 1, Math.max(0, Math.round(y * worldSize)));
}

/** Arrays of a feed with one value for each detection. */
type FeedColumns = Pick<DetectionFeed, 'id' | 'x' | 'y' | 'time' | 'category' | 'confidence' | 'flags'>;

/** Encodes a feed as one message; the inverse of `decodeFeed`. The platform supplies the text encoder. */
export function encodeFeed(
  feed: DetectionFeed,
  encodeText: (text: string) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const { message, columns } = createFeedMessage(feed, encodeText);
  columns.id.set(feed.id);
  columns.x.set(feed.x);
  columns.y.set(feed.y);
  columns.time.set(feed.time);
  columns.category.set(feed.category);
  columns.confidence.set(feed.confidence);
  columns.flags.set(feed.flags);
  return message;
}

/** Begins a feed's message: its columns are views into the message, to be filled. */
export function createFeedMessage(
  { count, version, reviewsVersion, categories }: Omit<DetectionFeed, keyof FeedColumns>,
  encodeText: (text: string) => Uint8Array,
): { readonly message: Uint8Array<ArrayBuffer>; readonly columns: FeedColumns } {
  const json = encodeText(JSON.stringify({ version, reviews: reviewsVersion, categories }));
  const headerLength = Math.ceil(json.length / 4) * 4;
  const message = new Uint8Array(12 + headerLength + count * 19);
  const view = new DataView(message.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, count, true);
  view.setUint32(8, headerLength, true);
  message.fill(0x20, 12, 12 + headerLength);
  message.set(json, 12);
  return { message, columns: columnsIn(message.buffer, 12 + headerLength, count) };
}

/** Returns columns that are views into `message`. Throws when it is not a complete feed. */
export function decodeFeed(message: ArrayBuffer, decodeText: (bytes: Uint8Array) => string): DetectionFeed {
  const view = new DataView(message);
  if (message.byteLength < 12 || view.getUint32(0, true) !== magic) throw new Error('Not a detection feed.');
  const count = view.getUint32(4, true);
  const headerLength = view.getUint32(8, true);
  const columnsAt = 12 + headerLength;
  if (message.byteLength !== columnsAt + count * 19) throw new Error('The detection feed was cut short.');
  const header = JSON.parse(decodeText(new Uint8Array(message, 12, headerLength))) as {
    version: number;
    reviews: number;
    categories: string[];
  };
  return {
    count,
    version: header.version,
    reviewsVersion: header.reviews,
    categories: header.categories,
    ...columnsIn(message, columnsAt, count),
  };
}

function columnsIn(message: ArrayBuffer, start: number, count: number): FeedColumns {
  const wide = (index: number) => new Uint32Array(message, start + index * 4 * count, count);
  const narrow = (index: number) => new Uint8Array(message, start + 16 * count + index * count, count);
  return {
    id: wide(0),
    x: wide(1),
    y: wide(2),
    time: wide(3),
    category: narrow(0),
    confidence: narrow(1),
    flags: narrow(2),
  };
}
