import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import { mortonKey } from './morton.ts';
import { sortedOrder, sortedPlaces } from './radix-sort.ts';

/** Words (uint32) that one detection takes in the packed buffer. */
export const wordsPerDetection = 4;
/** Bytes that one detection takes in the packed buffer. */
export const bytesPerDetection = 16;
/** The bit of the flags that says so of a flagged detection. */
export const flaggedBit = 1 << 4;

/**
 * Detections in Morton order, in the form that the graphics card reads: x, y, time (uint32 each, as in the feed), then
 * category, confidence, flags and a spare one (a byte each). The same buffer serves drawing, hit test and counting.
 */
export type PackedDetections = {
  readonly count: number;
  readonly words: Uint32Array<ArrayBuffer>;
  /** The bytes of `words`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Detection id of each. */
  readonly ids: Uint32Array<ArrayBuffer>;
  /** Places in the arrays above, ordered by id. */
  readonly byId: Uint32Array<ArrayBuffer>;
};

/** The columns of the feed that are drawn. */
export type DetectionColumns = Omit<DetectionFeed, 'categories' | 'version' | 'reviews'>;

/**
 * Sorts and packs the columns; `order` gives the feed's index at each place. Linear time; meant for a worker, on a
 * little-endian processor, as the feed and all browsers are.
 */
export function packDetections(columns: DetectionColumns): {
  readonly packed: PackedDetections;
  readonly order: Uint32Array;
} {
  const { count, id, x, y, time, category, confidence, flags } = columns;
  const keys = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    keys[index] = mortonKey(x[index] as number, y[index] as number);
  }
  const { order, placeOf } = sortedPlaces(keys);
  const words = new Uint32Array(count * wordsPerDetection);
  const ids = new Uint32Array(count);
  let isById = true;
  // Read in the feed's order and written where they belong: one far access each, not one for every column.
  for (let index = 0; index < count; index++) {
    const place = placeOf[index] as number;
    const word = place * wordsPerDetection;
    words[word] = x[index] as number;
    words[word + 1] = y[index] as number;
    words[word + 2] = time[index] as number;
    words[word + 3] =
      (category[index] as number) | ((confidence[index] as number) << 8) | ((flags[index] as number) << 16);
    ids[place] = id[index] as number;
    if (index > 0 && (id[index] as number) < (id[index - 1] as number)) isById = false;
  }
  // A feed that is ordered by id tells the places by id already.
  const byId = isById ? placeOf : sortedOrder(ids);
  return { packed: { count, words, bytes: new Uint8Array(words.buffer), ids, byId }, order };
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
