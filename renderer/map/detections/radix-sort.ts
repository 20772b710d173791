const digitBits = 11;
const digits = 1 << digitBits;
const lowDigit = digits - 1;

/** How keys are ordered: `order` has their indices from the least key on, `placeOf` the place of each in it. */
export type SortedKeys = {
  readonly order: Uint32Array<ArrayBuffer>;
  readonly placeOf: Uint32Array<ArrayBuffer>;
};

/** The order that sorts uint32 `keys` upwards; equal keys keep their order. Linear time. Takes the keys' memory away. */
export function sortedPlaces(keys: Uint32Array<ArrayBuffer>): SortedKeys {
  const { length } = keys;
  const [low, middle, high] = countDigits(keys);
  // Keys go along with their indices: to look them up again would be a far access for each.
  const keysByLow = new Uint32Array(length);
  const byLow = new Uint32Array(length);
  for (let index = 0; index < length; index++) {
    const key = keys[index] as number;
    const digit = key & lowDigit;
    const to = low[digit] as number;
    keysByLow[to] = key;
    byLow[to] = index;
    low[digit] = to + 1;
  }
  const keysByMiddle = keys;
  const byMiddle = new Uint32Array(length);
  for (let place = 0; place < length; place++) {
    const key = keysByLow[place] as number;
    const digit = (key >>> digitBits) & lowDigit;
    const to = middle[digit] as number;
    keysByMiddle[to] = key;
    byMiddle[to] = byLow[place] as number;
    middle[digit] = to + 1;
  }
  const order = byLow;
  const placeOf = keysByLow;
  for (let place = 0; place < length; place++) {
    const index = byMiddle[place] as number;
    const digit = (keysByMiddle[place] as number) >>> (2 * digitBits);
    const to = high[digit] as number;
    order[to] = index;
    placeOf[index] = to;
    high[digit] = to + 1;
  }
  // Megabytes that must not wait for the garbage collector.
  for (const { buffer } of [keysByMiddle, byMiddle]) buffer.transfer(0);
  return { order, placeOf };
}

/** The order that sorts uint32 `keys` upwards, as indices into them; equal keys keep their order. Linear time. */
export function sortedOrder(keys: Uint32Array): Uint32Array<ArrayBuffer> {
  const { order, placeOf } = sortedPlaces(Uint32Array.from(keys));
  placeOf.buffer.transfer(0);
  return order;
}

/** Where each digit of the lowest, the middle and the highest bits begins among the sorted. */
function countDigits(keys: Uint32Array): readonly [Uint32Array, Uint32Array, Uint32Array] {
  const low = new Uint32Array(digits + 1);
  const middle = new Uint32Array(digits + 1);
  const high = new Uint32Array(digits + 1);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as number;
    const inLow = (key & lowDigit) + 1;
    const inMiddle = ((key >>> digitBits) & lowDigit) + 1;
    const inHigh = (key >>> (2 * digitBits)) + 1;
    low[inLow] = (low[inLow] as number) + 1;
    middle[inMiddle] = (middle[inMiddle] as number) + 1;
    high[inHigh] = (high[inHigh] as number) + 1;
  }
  for (const places of [low, middle, high]) {
    for (let digit = 1; digit <= digits; digit++) {
      places[digit] = (places[digit] as number) + (places[digit - 1] as number);
    }
  }
  return [low, middle, high];
}
