import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import { mortonKey } from './morton.ts';
import { sortedOrder } from './radix-sort.ts';

/** Words (uint32) that one detection takes in the packed buffer. */
export const wordsPerDetection = 4;
/** Bytes that one detection takes in the packed buffer. */
export const bytesPerDetection = 16;
/** The bit of the flags that says so of a flagged detection. */
const flaggedBit = 1 << 4;

/**
 * Detections in Morton order, in the form that the graphics card reads: x, y, time (uint32 each, as in the feed), then
 * category, confidence, flags and a spare one (a byte each). The same buffer serves drawing, hit test and counting.
 */
export type PackedDetections = {
  readonly count: number;
  readonly words: Uint32Array<ArrayBuffer>;
  /** The bytes of `words`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Morton key of each, ascending. */
  readonly keys: Uint32Array<ArrayBuffer>;
  /** Detection id of each. */
  readonly ids: Uint32Array<ArrayBuffer>;
  /** Places in the arrays above, ordered by id. */
  readonly byId: Uint32Array<ArrayBuffer>;
};

/** The columns of the feed that are drawn. */
export type DetectionColumns = Omit<DetectionFeed, 'categories' | 'version'>;

/** Sorts and packs the columns; `order` gives the feed's index at each place. Linear time; meant for a worker. */
export function packDetections(columns: DetectionColumns): {
  readonly packed: PackedDetections;
  readonly order: Uint32Array;
} {
  const { count } = columns;
  const unsortedKeys = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    unsortedKeys[index] = mortonKey(columns.x[index] as number, columns.y[index] as number);
  }
  const order = sortedOrder(unsortedKeys);
  const words = new Uint32Array(count * wordsPerDetection);
  const bytes = new Uint8Array(words.buffer);
  const keys = new Uint32Array(count);
  const ids = new Uint32Array(count);
  for (let place = 0; place < count; place++) {
    const from = order[place] as number;
    const word = place * wordsPerDetection;
    words[word] = columns.x[from] as number;
    words[word + 1] = columns.y[from] as number;
    words[word + 2] = columns.time[from] as number;
    const byte = place * bytesPerDetection + 12;
    bytes[byte] = columns.category[from] as number;
    bytes[byte + 1] = columns.confidence[from] as number;
    bytes[byte + 2] = columns.flags[from] as number;
    keys[place] = unsortedKeys[from] as number;
    ids[place] = columns.id[from] as number;
  }
  return { packed: { count, words, bytes, keys, ids, byId: sortedOrder(ids) }, order };
}

/** Places of the flagged detections, ascending. */
export function flaggedPlaces({ count, bytes }: PackedDetections): Uint32Array<ArrayBuffer> {
  const places: number[] = [];
  for (let place = 0; place < count; place++) {
    if ((bytes[place * bytesPerDetection + 14] as number) & flaggedBit) places.push(place);
  }
  return Uint32Array.from(places);
}

/** The place of the detection with this id, or undefined. */
export function placeOfId({ ids, byId }: PackedDetections, id: number): number | undefined {
  let low = 0;
  let high = byId.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[byId[middle] as number] as number) < id) low = middle + 1;
    else high = middle;
  }
  const place = byId[low];
  return place !== undefined && ids[place] === id ? place : undefined;
}
