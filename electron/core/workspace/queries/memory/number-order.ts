import type { Steps } from '../../../base/steps.ts';

/**
 * Indexes of the numbers in ascending order, NaN first, equal ones as they were. A radix sort over the bits of the
 * doubles, which are ordered like the numbers once the sign bit is transformed.
 */
export function* orderOfNumbers(numbers: Float64Array | Uint32Array): Steps<Uint32Array<ArrayBuffer>> {
  const { low, high } = yield* sortableBits(numbers);
  let order = new Uint32Array(numbers.length);
  for (let position = 0; position < order.length; position += 1) order[position] = position;
  for (const [keys, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    order = yield* sortByDigit(order, keys, shift);
  }
  return order;
}

const digits = 2 ** 16;

/** Numbers that are moved in one step, some ten milliseconds. */
const positionsInStep = 2 ** 18;

/** Two words for each number that compare as the number does; 0 for NaN. */
function* sortableBits(
  numbers: Float64Array | Uint32Array,
): Steps<{ readonly low: Uint32Array; readonly high: Uint32Array }> {
  const count = numbers.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  for (let position = 0; position < count; position += 1) {
    if (position % positionsInStep === 0) yield;
    const number = numbers[position] as number;
    if (Number.isNaN(number)) continue;
    // −0 is 0.
    double[0] = number + 0;
    const [lowWord, highWord] = [words[0] as number, words[1] as number];
    const isNegative = highWord >>> 31 === 1;
    low[position] = isNegative ? ~lowWord : lowWord;
    high[position] = isNegative ? ~highWord : highWord ^ 0x80000000;
  }
  return { low, high };
}

function* sortByDigit(
  order: Uint32Array<ArrayBuffer>,
  keys: Uint32Array,
  shift: number,
): Steps<Uint32Array<ArrayBuffer>> {
  const starts = new Uint32Array(digits + 1);
  for (let position = 0; position < keys.length; position += 1) {
    if (position % positionsInStep === 0) yield;
    const digit = ((keys[position] as number) >>> shift) & 0xffff;
    starts[digit + 1] = (starts[digit + 1] as number) + 1;
  }
  // All alike: nothing to be moved.
  if (starts.includes(keys.length)) return order;
  for (let digit = 0; digit < digits; digit += 1) {
    starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
  }
  const sorted = new Uint32Array(order.length);
  for (let index = 0; index < order.length; index += 1) {
    if (index % positionsInStep === 0) yield;
    const position = order[index] as number;
    const digit = ((keys[position] as number) >>> shift) & 0xffff;
    const at = starts[digit] as number;
    starts[digit] = at + 1;
    sorted[at] = position;
  }
  return sorted;
}
