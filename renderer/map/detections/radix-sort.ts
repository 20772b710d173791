const digitBits = 16;
const digits = 1 << digitBits;

/** The order that sorts uint32 `keys` upwards, as indices into them; equal keys keep their order. Linear time. */
export function sortedOrder(keys: Uint32Array): Uint32Array<ArrayBuffer> {
  const identity = new Uint32Array(keys.length);
  for (let index = 0; index < keys.length; index++) identity[index] = index;
  const byLowDigit = sortByDigit(keys, identity, 0);
  return sortByDigit(keys, byLowDigit, digitBits);
}

function sortByDigit(keys: Uint32Array, order: Uint32Array, shift: number): Uint32Array<ArrayBuffer> {
  const next = firstPlaces(keys, shift);
  const sorted = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) {
    const index = order[place] as number;
    const digit = ((keys[index] as number) >>> shift) & (digits - 1);
    const to = next[digit] as number;
    sorted[to] = index;
    next[digit] = to + 1;
  }
  return sorted;
}

/** Where the keys of each digit begin once they are sorted by it. */
function firstPlaces(keys: Uint32Array, shift: number): Uint32Array {
  const places = new Uint32Array(digits + 1);
  for (let index = 0; index < keys.length; index++) {
    const after = (((keys[index] as number) >>> shift) & (digits - 1)) + 1;
    places[after] = (places[after] as number) + 1;
  }
  for (let digit = 1; digit <= digits; digit++) {
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  }
  return places;
}
