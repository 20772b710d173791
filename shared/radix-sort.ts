const digitBits = 11;
const digits = 1 << digitBits;
const lowDigit = digits - 1;

/** How keys are ordered: `order` has their indices from the least key on, `placeOf` the place of each in it. */
export type SortedKeys = {
  readonly order: Uint32Array<ArrayBuffer>;
  readonly placeOf: Uint32Array<ArrayBuffer>;
};

/**
 * The order that sorts uint32 `keys` upwards; equal keys keep their order. Linear time. `placeOf` takes the place of the
 * keys in their memory; `room` is four times as long and is overwritten: fresh memory would cost as much as a step of
 * sorting.
 *
 * Each step is a function of its own: an engine that begins to compile the first while it runs must not take the others,
 * of which it has seen nothing yet, along.
 */
export function sortedPlaces(keys: Uint32Array<ArrayBuffer>, room: Uint32Array<ArrayBuffer>): SortedKeys {
  const { length } = keys;
  const byLow = room.subarray(0, 2 * length);
  const byMiddle = room.subarray(2 * length);
  const counts = { middle: new Uint32Array(digits), high: new Uint32Array(digits) };
  sortByLow(keys, toStarts(countLow(keys)), byLow, counts.middle);
  sortByMiddle(byLow, toStarts(counts.middle), byMiddle, counts.high);
  const order = new Uint32Array(length);
  const placeOf = keys;
  sortByHigh(byMiddle, toStarts(counts.high), order, placeOf);
  return { order, placeOf };
}

/** The order that sorts uint32 `keys` upwards, as indices into them; equal keys keep their order. Linear time. */
export function sortedOrder(keys: Uint32Array): Uint32Array<ArrayBuffer> {
  const room = new Uint32Array(4 * keys.length);
  const { order, placeOf } = sortedPlaces(Uint32Array.from(keys), room);
  // Megabytes that must not wait for the garbage collector.
  for (const { buffer } of [placeOf, room]) buffer.transfer(0);
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
 * Writes each key and its index, as neighbours: to look the key up again would be a far access. Counts the digits for
 * the next step meanwhile.
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

function sortByHigh(pairs: Uint32Array, next: Uint32Array, order: Uint32Array, placeOf: Uint32Array): void {
  for (let from = 0; from < pairs.length; from += 2) {
    const digit = (pairs[from] as number) >>> (2 * digitBits);
    const index = pairs[from + 1] as number;
    const to = next[digit] as number;
    order[to] = index;
    placeOf[index] = to;
    next[digit] = to + 1;
  }
}

/** Where each digit begins among the sorted, in the place of how often it occurs. */
function toStarts(counts: Uint32Array): Uint32Array {
  let start = 0;
  for (let digit = 0; digit < digits; digit++) {
    const count = counts[digit] as number;
    counts[digit] = start;
    start += count;
  }
  return counts;
}
