const digitBits = 11;
const digits = 1 << digitBits;
const lowDigit = digits - 1;

/**
 * Sorted keys: `order` lists their indices in ascending order of key, `rankOf` gives the position of each index in
 * `order`.
 */
export type SortedKeys = {
  readonly order: Uint32Array<ArrayBuffer>;
  readonly rankOf: Uint32Array<ArrayBuffer>;
};

/**
 * Sorts uint32 `keys` in ascending order; the sort is stable and takes linear time. `rankOf` reuses the memory of
 * `keys`; `scratch` has four times their length and is overwritten: fresh memory would cost as much as a sorting step.
 *
 * Each step is a separate function, so that optimizing the first does not compile the others without type feedback.
 */
export function sortKeys(keys: Uint32Array<ArrayBuffer>, scratch: Uint32Array<ArrayBuffer>): SortedKeys {
  const { length } = keys;
  const byLow = scratch.subarray(0, 2 * length);
  const byMiddle = scratch.subarray(2 * length);
  const counts = { middle: new Uint32Array(digits), high: new Uint32Array(digits) };
  sortByLow(keys, toStarts(countLow(keys)), byLow, counts.middle);
  sortByMiddle(byLow, toStarts(counts.middle), byMiddle, counts.high);
  const order = new Uint32Array(length);
  const rankOf = keys;
  sortByHigh(byMiddle, toStarts(counts.high), order, rankOf);
  return { order, rankOf };
}

/** Returns the indices that sort uint32 `keys` in ascending order; the sort is stable and takes linear time. */
export function sortedOrder(keys: Uint32Array): Uint32Array<ArrayBuffer> {
  const scratch = new Uint32Array(4 * keys.length);
  const { order, rankOf } = sortKeys(Uint32Array.from(keys), scratch);
  // Frees megabytes at once instead of leaving them to the garbage collector.
  for (const { buffer } of [rankOf, scratch]) buffer.transfer(0);
  return order;
}

function countLow(keys: Uint32Array): Uint32Array {
  const counts = new Uint32Array(digits);
  for (let index = 0; index < keys.length; index++) {
    const digit = (keys[index] as number) & lowDigit;
    counts[digit] = (counts[digit] as number) + 1;
  }
  return counts;
}

/**
 * Writes each key next to its index, because looking the key up again would be a distant memory access. Also counts the
 * digits for the next step.
 */
function sortByLow(keys: Uint32Array, next: Uint32Array, sorted: Uint32Array, counts: Uint32Array): void {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as number;
    const digit = key & lowDigit;
    const to = next[digit] as number;
    sorted[2 * to] = key;
    sorted[2 * to + 1] = index;
    next[digit] = to + 1;
    const following = (key >>> digitBits) & lowDigit;
    counts[following] = (counts[following] as number) + 1;
  }
}

function sortByMiddle(pairs: Uint32Array, next: Uint32Array, sorted: Uint32Array, counts: Uint32Array): void {
  for (let from = 0; from < pairs.length; from += 2) {
    const key = pairs[from] as number;
    const digit = (key >>> digitBits) & lowDigit;
    const to = next[digit] as number;
    sorted[2 * to] = key;
    sorted[2 * to + 1] = pairs[from + 1] as number;
    next[digit] = to + 1;
    const following = key >>> (2 * digitBits);
    counts[following] = (counts[following] as number) + 1;
  }
}

function sortByHigh(pairs: Uint32Array, next: Uint32Array, order: Uint32Array, rankOf: Uint32Array): void {
  for (let from = 0; from < pairs.length; from += 2) {
    const digit = (pairs[from] as number) >>> (2 * digitBits);
    const index = pairs[from + 1] as number;
    const to = next[digit] as number;
    order[to] = index;
    rankOf[index] = to;
    next[digit] = to + 1;
  }
}

/** Replaces the count of each digit by its start position in the sorted output. */
function toStarts(counts: Uint32Array): Uint32Array {
  let start = 0;
  for (let digit = 0; digit < digits; digit++) {
    const count = counts[digit] as number;
    counts[digit] = start;
    start += count;
  }
  return counts;
}
