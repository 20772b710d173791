/**
 * Operations on a mask, which is 1 where a detection matches. Each is one plain loop over one column, without branches
 * that a processor could mispredict. Those called `retain…` set the others to 0.
 */

/** Retains those with a number from `from` (inclusive) to `to` (exclusive). */
export function retainBetween(mask: Uint8Array, column: Float64Array, from: number, to: number): void {
  for (let index = 0; index < mask.length; index += 1) {
    const value = column[index] as number;
    mask[index] = (mask[index] as number) & Number(value >= from) & Number(value < to);
  }
}

/** Retains those with a number of at least `least`. */
export function retainAtLeast(mask: Uint8Array, column: Float64Array, least: number): void {
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & Number((column[index] as number) >= least);
  }
}

/** Retains those whose code has a 1 in `included`. */
export function retainCodes(mask: Uint8Array, codes: Uint8Array | Uint32Array, included: Uint8Array): void {
  // One loop for each kind of column, so that both stay fast.
  if (codes instanceof Uint32Array) {
    for (let index = 0; index < mask.length; index += 1) {
      mask[index] = (mask[index] as number) & (included[codes[index] as number] as number);
    }
    return;
  }
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & (included[codes[index] as number] as number);
  }
}

/** A mask of those whose code has a 1 in `included`. */
export function codesMask(codes: Uint8Array | Uint32Array, included: Uint8Array): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(codes.length);
  // One loop for each kind of column, so that both stay fast.
  if (codes instanceof Uint32Array) {
    for (let index = 0; index < mask.length; index += 1)
      mask[index] = included[codes[index] as number] as number;
    return mask;
  }
  for (let index = 0; index < mask.length; index += 1)
    mask[index] = included[codes[index] as number] as number;
  return mask;
}

/** Sets `mask` to 1 where both masks are. */
export function intersect(mask: Uint8Array, other: Uint8Array): void {
  const [words, others] = [wordsOf(mask), wordsOf(other)];
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) & (others[at] as number);
  for (let index = words.length * 4; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & (other[index] as number);
  }
}

/** Sets `mask` to 1 where either mask is. */
export function union(mask: Uint8Array, other: Uint8Array): void {
  const [words, others] = [wordsOf(mask), wordsOf(other)];
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) | (others[at] as number);
  for (let index = words.length * 4; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) | (other[index] as number);
  }
}

/** Exchanges 0 and 1. */
export function invert(mask: Uint8Array): void {
  const words = wordsOf(mask);
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) ^ 0x01010101;
  for (let index = words.length * 4; index < mask.length; index += 1)
    mask[index] = (mask[index] as number) ^ 1;
}

/** Four entries at a time, without the last ones that fill no word. Masks have memory of their own, so they are aligned. */
function wordsOf(mask: Uint8Array): Int32Array {
  return new Int32Array(mask.buffer, mask.byteOffset, mask.length >> 2);
}

/** The number of detections that match. */
export function countMatches(mask: Uint8Array): number {
  const whole = mask.length - (mask.length % 4);
  let count = 0;
  // Four at a time: each byte of a word sums its own, and is read off before it can overflow.
  if (mask.byteOffset % 4 === 0) {
    const words = new Uint32Array(mask.buffer, mask.byteOffset, whole / 4);
    for (let start = 0; start < words.length; start += 255) {
      const end = Math.min(words.length, start + 255);
      let sums = 0;
      for (let index = start; index < end; index += 1) sums = (sums + (words[index] as number)) | 0;
      count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
    }
  }
  for (let index = mask.byteOffset % 4 === 0 ? whole : 0; index < mask.length; index += 1) {
    count += mask[index] as number;
  }
  return count;
}

/** One bit for each entry of a mask, lowest bit first. */
export function packBits(mask: Uint8Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(mask.length / 8));
  const bit = (index: number) => mask[index] as number;
  const whole = mask.length >> 3;
  for (let byte = 0; byte < whole; byte += 1) {
    const at = byte << 3;
    packed[byte] =
      bit(at) |
      (bit(at + 1) << 1) |
      (bit(at + 2) << 2) |
      (bit(at + 3) << 3) |
      (bit(at + 4) << 4) |
      (bit(at + 5) << 5) |
      (bit(at + 6) << 6) |
      (bit(at + 7) << 7);
  }
  for (let index = whole << 3; index < mask.length; index += 1) {
    packed[whole] = (packed[whole] as number) | (bit(index) << (index & 7));
  }
  return packed;
}
