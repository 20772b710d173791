import type { Distribution, DistributionRequest } from '../../../../shared/results/statistics.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import { countNotFetched } from './count-groups.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { toNumbers } from './memory/field-column.ts';

/**
 * The distribution of the numbers of a field over the detections that match a filter. Numeric text counts, and times
 * are epoch milliseconds. The standard deviation is that of the population (divided by n). A percentile is the nearest
 * rank, the smallest number that at least that share of the numbers does not exceed.
 */
export function* distributionOf(
  memory: DetectionMemory,
  detections: StoredDetections,
  { filter, field, bins }: DistributionRequest,
): Steps<Distribution> {
  const { bits, count } = memory.mask(detections, filter);
  const column = toNumbers(memory.fieldColumn(detections, field));
  const numbers = new Float64Array(count);
  let length = 0;
  yield* inRanges(bits.length, (from, to) => {
    length = pickNumbers(column, bits, numbers, length, from, to);
  });
  const missing = count - length;
  const isMissing = (index: number) => bits[index] === 1 && Number.isNaN(column[index]);
  if (missing > 0) yield* memory.fieldColumnInSteps(detections, 'not_fetched');
  const notFetched = missing === 0 ? 0 : countNotFetched(memory, detections, field, isMissing);
  return { ...(yield* summarize(numbers.subarray(0, length), bins)), missing, notFetched };
}

/** Copies the numbers of matching detections to `numbers`, from position `at` on; returns the position after the last one. */
function pickNumbers(
  column: Float64Array | Uint32Array,
  bits: Uint8Array,
  numbers: Float64Array,
  at: number,
  from: number,
  to: number,
): number {
  let next = at;
  for (let index = from; index < to; index += 1) {
    const number = column[index] as number;
    if (bits[index] === 0 || Number.isNaN(number)) continue;
    numbers[next] = number;
    next += 1;
  }
  return next;
}

function* summarize(
  numbers: Float64Array,
  bins: number,
): Steps<Omit<Distribution, 'missing' | 'notFetched'>> {
  const count = numbers.length;
  if (count === 0) return emptyDistribution;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  yield* inRanges(count, (from, to) => {
    [min, max] = widen([min, max], numbers, from, to);
  });
  let difference = 0;
  // As differences from the smallest, so that large numbers that are close together keep their digits.
  yield* inRanges(count, (from, to) => {
    difference += sumOf(numbers, min, 1, from, to);
  });
  const mean = min + difference / count;
  let squares = 0;
  yield* inRanges(count, (from, to) => {
    squares += sumOf(numbers, mean, 2, from, to);
  });
  const percentile = (share: number) =>
    numberAtRank(numbers, Math.max(0, Math.ceil(share * count) - 1), min, max);
  return {
    count,
    min,
    max,
    mean,
    standardDeviation: Math.sqrt(squares / count),
    median: yield* percentile(0.5),
    p05: yield* percentile(0.05),
    p95: yield* percentile(0.95),
    bins: yield* binsOf(numbers, min, max, bins),
  };
}

const emptyDistribution = {
  count: 0,
  min: null,
  max: null,
  mean: null,
  standardDeviation: null,
  median: null,
  p05: null,
  p95: null,
  bins: [],
};

type Extent = [least: number, most: number];

/** The extent that holds the numbers of a range, too. */
function widen([least, most]: Extent, numbers: Float64Array, from: number, to: number): Extent {
  let [low, high] = [least, most];
  for (let index = from; index < to; index += 1) {
    const number = numbers[index] as number;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return [low, high];
}

/** The sum of the differences from `origin`, or of their squares. */
function sumOf(numbers: Float64Array, origin: number, power: 1 | 2, from: number, to: number): number {
  let sum = 0;
  if (power === 1) {
    for (let index = from; index < to; index += 1) sum += (numbers[index] as number) - origin;
    return sum;
  }
  for (let index = from; index < to; index += 1) {
    const difference = (numbers[index] as number) - origin;
    sum += difference * difference;
  }
  return sum;
}

/** Numbers that are sorted in one step, some ten milliseconds. */
const sortedInStep = 2 ** 17;
/** Equal parts into which the range of the numbers is divided to find a rank. */
const partCount = 4096;

/** The number that is at a rank, from 0, when they are sorted: the part of the range it lies in is divided until few are left. */
function* numberAtRank(numbers: Float64Array, rank: number, min: number, max: number): Steps<number> {
  let [candidates, rankAmong, least, most] = [numbers, rank, min, max];
  while (least < most && candidates.length > sortedInStep) {
    const perUnit = partCount / (most - least);
    // A range too wide or too narrow to be divided.
    if (perUnit === 0 || perUnit === Number.POSITIVE_INFINITY) break;
    const parts = { least, perUnit };
    const counts = new Uint32Array(partCount);
    const all = candidates;
    yield* inRanges(all.length, (from, to) => countParts(all, parts, counts, from, to));
    let part = 0;
    while (rankAmong >= (counts[part] as number)) {
      rankAmong -= counts[part] as number;
      part += 1;
    }
    const picked = new Float64Array(counts[part] as number);
    let length = 0;
    yield* inRanges(all.length, (from, to) => {
      length = pickPart(all, parts, part, picked, length, from, to);
    });
    candidates = picked;
    [least, most] = widen([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], picked, 0, picked.length);
  }
  return least === most ? least : (candidates.toSorted()[rankAmong] as number);
}

/** Parts of the same length from `least` on. */
type Parts = { readonly least: number; readonly perUnit: number };

function partOf(number: number, { least, perUnit }: Parts): number {
  return Math.min(partCount - 1, Math.floor((number - least) * perUnit));
}

function countParts(
  numbers: Float64Array,
  parts: Parts,
  counts: Uint32Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    const part = partOf(numbers[index] as number, parts);
    counts[part] = (counts[part] as number) + 1;
  }
}

function pickPart(
  numbers: Float64Array,
  parts: Parts,
  part: number,
  picked: Float64Array,
  at: number,
  from: number,
  to: number,
): number {
  let next = at;
  for (let index = from; index < to; index += 1) {
    const number = numbers[index] as number;
    if (partOf(number, parts) !== part) continue;
    picked[next] = number;
    next += 1;
  }
  return next;
}

/** One bin where all numbers are the same. The last one includes its end. */
function* binsOf(
  numbers: Float64Array,
  min: number,
  max: number,
  binCount: number,
): Steps<Distribution['bins']> {
  if (min === max) return [{ from: min, to: max, count: numbers.length }];
  const edges = Float64Array.from({ length: binCount + 1 }, (_, index) =>
    index === binCount ? max : min + ((max - min) * index) / binCount,
  );
  const counts = new Uint32Array(binCount);
  yield* inRanges(numbers.length, (from, to) => countBins(numbers, edges, counts, from, to));
  return Array.from(counts, (count, index) => ({
    from: edges[index] as number,
    to: edges[index + 1] as number,
    count,
  }));
}

function countBins(
  numbers: Float64Array,
  edges: Float64Array,
  counts: Uint32Array,
  from: number,
  to: number,
): void {
  const last = counts.length - 1;
  const min = edges[0] as number;
  const perUnit = counts.length / ((edges[counts.length] as number) - min);
  for (let index = from; index < to; index += 1) {
    const number = numbers[index] as number;
    // The product may be off by a rounding, or no number; the edges decide.
    let bin = Math.min(last, Math.floor((number - min) * perUnit) || 0);
    while (bin > 0 && number < (edges[bin] as number)) bin -= 1;
    while (bin < last && number >= (edges[bin + 1] as number)) bin += 1;
    counts[bin] = (counts[bin] as number) + 1;
  }
}
