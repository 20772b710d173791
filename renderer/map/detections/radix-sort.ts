const digitBits = 16;
const digits = 1 << digitBits;
const lowDigit = digits - 1;

/** The order that sorts uint32 `keys` upwards, as indices into them; equal keys keep their order. Linear time. */
export function sortedOrder(keys: Uint32Array): Uint32Array<ArrayBuffer> {
  const { length } = keys;
  const low = new Uint32Array(digits + 1);
  const high = new Uint32Array(digits + 1);
  for (let index = 0; index < length; index++) {
    const key = keys[index] as number;
    low[(key & lowDigit) + 1] = (low[(key & lowDigit) + 1] as number) + 1;
    high[(key >>> digitBits) + 1] = (high[(key >>> digitBits) + 1] as number) + 1;
  }
  addUp(low);
  addUp(high);
  const byLow = new Uint32Array(length);
  for (let index = 0; index < length; index++) {
    const digit = (keys[index] as number) & lowDigit;
    const to = low[digit] as number;
    byLow[to] = index;
    low[digit] = to + 1;
  }
  const sorted = new Uint32Array(length);
  for (let place = 0; place < length; place++) {
    const index = byLow[place] as number;
    const digit = (keys[index] as number) >>> digitBits;
    const to = high[digit] as number;
    sorted[to] = index;
    high[digit] = to + 1;
  }
  // Megabytes that must not wait for the garbage collector.
  byLow.buffer.transfer(0);
  return sorted;
}

/** From how many there are of each digit to where each begins. */
function addUp(places: Uint32Array): void {
  for (let digit = 1; digit <= digits; digit++) {
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  }
}
