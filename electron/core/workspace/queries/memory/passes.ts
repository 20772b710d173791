/**
 * Passes over a mask, 1 where a detection is left. Each is one plain loop over one column, without branches that a
 * processor could guess wrong.
 */

/** Leaves those with a number from `from` up to, but not, `to`. */
export function keepBetween(mask: Uint8Array, column: Float64Array, from: number, to: number): void {
  for (let index = 0; index < mask.length; index += 1) {
    const value = column[index] as number;
    mask[index] = (mask[index] as number) & Number(value >= from) & Number(value < to);
  }
}

/** Leaves those with a number of at least `least`. */
export function keepAtLeast(mask: Uint8Array, column: Float64Array, least: number): void {
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & Number((column[index] as number) >= least);
  }
}

/** Leaves those whose code has a 1 in `wanted`. */
export function keepCodes(mask: Uint8Array, codes: Uint8Array | Uint32Array, wanted: Uint8Array): void {
  // One loop for each kind of column, so that both stay fast.
  if (codes instanceof Uint32Array) {
    for (let index = 0; index < mask.length; index += 1) {
      mask[index] = (mask[index] as number) & (wanted[codes[index] as number] as number);
    }
    return;
  }
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & (wanted[codes[index] as number] as number);
  }
}

/** Leaves those that both masks leave. */
export function keepBoth(mask: Uint8Array, other: Uint8Array): void {
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & (other[index] as number);
  }
}

/** Leaves those that either mask leaves. */
export function keepEither(mask: Uint8Array, other: Uint8Array): void {
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) | (other[index] as number);
  }
}

/** Leaves what the mask did not. */
export function invert(mask: Uint8Array): void {
  for (let index = 0; index < mask.length; index += 1) mask[index] = (mask[index] as number) ^ 1;
}

/** How many a mask leaves. */
export function countKept(mask: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < mask.length; index += 1) count += mask[index] as number;
  return count;
}
