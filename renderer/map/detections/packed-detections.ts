import { sortedOrder, sortKeys } from '../../../shared/radix-sort.ts';
import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import { mortonKey } from './morton.ts';

/** Words (uint32) per detection in the packed buffer. */
export const wordsPerDetection = 4;
/** Bytes per detection in the packed buffer. */
export const bytesPerDetection = 16;
/** The bit of flagged detections in the flags. */
export const flaggedBit = 1 << 4;

/**
 * Detections in Morton order, as the graphics card reads them. x, y, time (uint32 each, as in the feed), then category,
 * confidence, flags, whether a hull is drawn (a byte each). The same buffer serves drawing, hit test and counting.
 */
export type PackedDetections = {
  readonly count: number;
  readonly words: Uint32Array<ArrayBuffer>;
  /** The bytes of `words`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Detection id of each. */
  readonly ids: Uint32Array<ArrayBuffer>;
  /** Slots in the arrays above, ordered by id. */
  readonly byId: Uint32Array<ArrayBuffer>;
};

/** The columns of the feed that are drawn. */
export type DrawnColumns = Omit<DetectionFeed, 'categories' | 'version'>;

/** Packed words of detections, and their order. */
export type SortedDetections = {
  /** Words of `PackedDetections`. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** The feed's index at each slot. */
  readonly order: Uint32Array<ArrayBuffer>;
  /** The slot of each index of the feed. */
  readonly slotOf: Uint32Array<ArrayBuffer>;
};

/**
 * Sorts and packs the drawn columns. Takes linear time; meant for a worker. The feed requires a little-endian
 * processor.
 */
export function sortDetections(columns: DrawnColumns): SortedDetections {
  const words = new Uint32Array(columns.count * wordsPerDetection);
  // Sorting uses the memory of the words, which are written afterwards.
  const { order, rankOf: slotOf } = sortKeys(mortonKeys(columns), words);
  writeWords(columns, slotOf, words);
  return { words, order, slotOf };
}

/** Ids of sorted detections; `flagged` has the slots of the flagged ones, ascending. */
export type DetectionIdentities = Pick<PackedDetections, 'ids' | 'byId'> & {
  readonly flagged: Uint32Array<ArrayBuffer>;
};

/** Ids and flags in the order of the sorted detections. `byId` may be `slotOf` itself. */
export function identifyDetections(
  { id, flags }: DrawnColumns,
  slotOf: Uint32Array<ArrayBuffer>,
): DetectionIdentities {
  const ids = new Uint32Array(id.length);
  const isById = writeIds(id, slotOf, ids);
  // In a feed that is ordered by id, `slotOf` gives the slots by id already.
  return { ids, byId: isById ? slotOf : sortedOrder(ids), flagged: slotsOfFlagged(flags, slotOf) };
}

/** Combines sorted words and ids to packed detections. */
export function toPacked(
  words: PackedDetections['words'],
  { ids, byId }: Pick<PackedDetections, 'ids' | 'byId'>,
): PackedDetections {
  return { count: ids.length, words, bytes: new Uint8Array(words.buffer), ids, byId };
}

function mortonKeys({ count, x, y }: DrawnColumns): Uint32Array<ArrayBuffer> {
  const keys = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    keys[index] = mortonKey(x[index] as number, y[index] as number);
  }
  return keys;
}

/** Reads in the feed's order and writes each detection to its slot: one random memory access per detection. */
function writeWords(
  { count, x, y, time, category, confidence, flags }: DrawnColumns,
  slotOf: Uint32Array,
  words: Uint32Array,
): void {
  for (let index = 0; index < count; index++) {
    const word = (slotOf[index] as number) * wordsPerDetection;
    words[word] = x[index] as number;
    words[word + 1] = y[index] as number;
    words[word + 2] = time[index] as number;
    words[word + 3] =
      (category[index] as number) | ((confidence[index] as number) << 8) | ((flags[index] as number) << 16);
  }
}

/** Returns whether the feed is ordered by id. */
function writeIds(id: Uint32Array, slotOf: Uint32Array, ids: Uint32Array): boolean {
  let isById = true;
  let last = 0;
  for (let index = 0; index < id.length; index++) {
    const current = id[index] as number;
    ids[slotOf[index] as number] = current;
    if (current < last) isById = false;
    last = current;
  }
  return isById;
}

function slotsOfFlagged(flags: Uint8Array, slotOf: Uint32Array): Uint32Array<ArrayBuffer> {
  const slots: number[] = [];
  for (let index = 0; index < flags.length; index++) {
    if ((flags[index] as number) & flaggedBit) slots.push(slotOf[index] as number);
  }
  return Uint32Array.from(slots).sort();
}

/** Slots of the flagged detections, ascending. */
export function flaggedSlots({ count, bytes }: PackedDetections): Uint32Array<ArrayBuffer> {
  const slots: number[] = [];
  for (let slot = 0; slot < count; slot++) {
    if ((bytes[slot * bytesPerDetection + 14] as number) & flaggedBit) slots.push(slot);
  }
  return Uint32Array.from(slots);
}

/** The slot of the detection with this id, or undefined. */
export function slotOfId({ ids, byId }: PackedDetections, id: number): number | undefined {
  let low = 0;
  let high = byId.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[byId[middle] as number] as number) < id) low = middle + 1;
    else high = middle;
  }
  const slot = byId[low];
  return slot !== undefined && ids[slot] === id ? slot : undefined;
}
