import { sortedOrder, sortedPlaces } from '../../../shared/radix-sort.ts';
import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import { mortonKey } from './morton.ts';

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

/** What is drawn of the detections, and how they were put in order. */
export type SortedDetections = {
  /** As in `PackedDetections`. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** The feed's index at each place. */
  readonly order: Uint32Array<ArrayBuffer>;
  /** The place of each index of the feed. */
  readonly placeOf: Uint32Array<ArrayBuffer>;
};

/**
 * Sorts and packs what is drawn of the columns. Linear time; meant for a worker, on a little-endian processor, as the
 * feed and all browsers are.
 */
export function sortDetections(columns: DetectionColumns): SortedDetections {
  const words = new Uint32Array(columns.count * wordsPerDetection);
  // Sorting needs as much room as the words, and is done when they are written.
  const { order, placeOf } = sortedPlaces(mortonKeys(columns), words);
  putWords(columns, placeOf, words);
  return { words, order, placeOf };
}

/** What else is known of sorted detections; `flagged` has the places of the flagged ones, ascending. */
export type DetectionIdentities = Pick<PackedDetections, 'ids' | 'byId'> & {
  readonly flagged: Uint32Array<ArrayBuffer>;
};

/** Ids and flags in the order of the sorted detections. `byId` may be `placeOf` itself. */
export function identifyDetections(
  { id, flags }: DetectionColumns,
  placeOf: Uint32Array<ArrayBuffer>,
): DetectionIdentities {
  const ids = new Uint32Array(id.length);
  const isById = putIds(id, placeOf, ids);
  // A feed that is ordered by id tells the places by id already.
  return { ids, byId: isById ? placeOf : sortedOrder(ids), flagged: placesOfFlagged(flags, placeOf) };
}

/** Sorted detections together with what else is known of them. */
export function toPacked(
  words: PackedDetections['words'],
  { ids, byId }: Pick<PackedDetections, 'ids' | 'byId'>,
): PackedDetections {
  return { count: ids.length, words, bytes: new Uint8Array(words.buffer), ids, byId };
}

function mortonKeys({ count, x, y }: DetectionColumns): Uint32Array<ArrayBuffer> {
  const keys = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    keys[index] = mortonKey(x[index] as number, y[index] as number);
  }
  return keys;
}

/** Reads in the feed's order and writes where it belongs: one far access each, not one for every column. */
function putWords(
  { count, x, y, time, category, confidence, flags }: DetectionColumns,
  placeOf: Uint32Array,
  words: Uint32Array,
): void {
  for (let index = 0; index < count; index++) {
    const word = (placeOf[index] as number) * wordsPerDetection;
    words[word] = x[index] as number;
    words[word + 1] = y[index] as number;
    words[word + 2] = time[index] as number;
    words[word + 3] =
      (category[index] as number) | ((confidence[index] as number) << 8) | ((flags[index] as number) << 16);
  }
}

/** Returns whether the feed is ordered by id. */
function putIds(id: Uint32Array, placeOf: Uint32Array, ids: Uint32Array): boolean {
  let isById = true;
  let last = 0;
  for (let index = 0; index < id.length; index++) {
    const own = id[index] as number;
    ids[placeOf[index] as number] = own;
    if (own < last) isById = false;
    last = own;
  }
  return isById;
}

function placesOfFlagged(flags: Uint8Array, placeOf: Uint32Array): Uint32Array<ArrayBuffer> {
  const places: number[] = [];
  for (let index = 0; index < flags.length; index++) {
    if ((flags[index] as number) & flaggedBit) places.push(placeOf[index] as number);
  }
  return Uint32Array.from(places).sort();
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
