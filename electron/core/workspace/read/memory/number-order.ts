import { releaseMemory } from '../../../base/release-memory.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';

/**
 * Indexes of the numbers in ascending order, NaN first, equal ones as they were. A radix sort over the bits of the
 * doubles, which are ordered like the numbers once the sign bit is transformed.
 */
export function* orderOfNumbers(numbers: Float64Array | Uint32Array): Steps<Uint32Array<ArrayBuffer>> {
  const count = numbers.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  yield* inRanges(count, (from, to) => writeSortableBits(numbers, low, high, from, to));
  let order = new Uint32Array(count);
  let spare = new Uint32Array(count);
  yield* inRanges(count, (from, to) => writeIndexes(order, from, to));
  for (const [keys, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    const starts = new Uint32Array(digits + 1);
    yield* inRanges(count, (from, to) => countDigits(keys, shift, starts, from, to));
    // All alike: nothing to be moved.
    if (starts.includes(count)) continue;
    for (let digit = 0; digit < digits; digit += 1) {
      starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
    }
    const [former, sorted] = [order, spare];
    yield* inRanges(count, (from, to) => moveByDigit(former, keys, shift, starts, sorted, from, to));
    order = sorted;
    spare = former;
  }
  releaseMemory(low, high, spare);
  return order;
}

const digits = 2 ** 16;

/** Two words for each number that compare as the number does; 0 for NaN. */
function writeSortableBits(
  numbers: Float64Array | Uint32Array,
  low: Uint32Array,
  high: Uint32Array,
  from: number,
  to: number,
): void {
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  for (let position = from; position < to; position += 1) {
    const number = numbers[position] as number;
    if (Number.isNaN(number)) continue;
    // −0 is 0.
    double[0] = number + 0;
    const [lowWord, highWord] = [words[0] as number, words[1] as number];
    const isNegative = highWord >>> 31 === 1;
    low[position] = isNegative ? ~lowWord : lowWord;
    high[position] = isNegative ? ~highWord : highWord ^ 0x80000000;
  }
}

function writeIndexes(order: Uint32Array, from: number, to: number): void {
  for (let position = from; position < to; position += 1) order[position] = position;
}

function countDigits(keys: Uint32Array, shift: number, starts: Uint32Array, from: number, to: number): void {
  for (let position = from; position < to; position += 1) {
    const digit = ((keys[position] as number) >>> shift) & 0xffff;
    starts[digit + 1] = (starts[digit + 1] as number) + 1;
  }
}

function moveByDigit(
  order: Uint32Array,
  keys: Uint32Array,
  shift: number,
  starts: Uint32Array,
  sorted: Uint32Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    const position = order[index] as number;
    const digit = ((keys[position] as number) >>> shift) & 0xffff;
    const at = starts[digit] as number;
    starts[digit] = at + 1;
    sorted[at] = position;
  }
}
