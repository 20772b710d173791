const digitBits = 16;
const digits = 1 << digitBits;

/** The order that sorts uint32 `keys` upwards, as indices into them; equal keys keep their order. Linear time. */
export function sortedOrder(keys: Uint32Array): Uint32Array<ArrayBuffer> {
  const identity = Uint32Array.from(keys, (_, index) => index);
  const byLowDigit = sortByDigit(keys, identity, 0);
  return sortByDigit(keys, byLowDigit, digitBits);
}

function sortByDigit(keys: Uint32Array, order: Uint32Array, shift: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(digits + 1);
  for (const key of keys)
    next[((key >>> shift) & (digits - 1)) + 1] = at(next, ((key >>> shift) & (digits - 1)) + 1) + 1;
  for (let digit = 1; digit <= digits; digit++) next[digit] = at(next, digit) + at(next, digit - 1);
  const sorted = new Uint32Array(order.length);
  for (const index of order) {
    const digit = (at(keys, index) >>> shift) & (digits - 1);
    const place = at(next, digit);
    sorted[place] = index;
    next[digit] = place + 1;
  }
  return sorted;
}

function at(array: Uint32Array, index: number): number {
  return array[index] as number;
}
