import type { Steps } from '../../../base/steps.ts';

/** Indexes that are sorted or merged in one step, some ten milliseconds. */
const sortedInStep = 16_384;

/** Sorts indexes; equal ones stay as they were. Parts are sorted at once, then merged. */
export function* sortInSteps(indexes: readonly number[] | Uint32Array, compare: Compare): Steps<Uint32Array> {
  const { length } = indexes;
  let sorted = new Uint32Array(length);
  for (let start = 0; start < length; start += sortedInStep) {
    sorted.set(indexes.slice(start, start + sortedInStep).sort(compare), start);
    yield;
  }
  for (let width = sortedInStep; width < length; width *= 2) {
    const merged = new Uint32Array(length);
    for (let start = 0; start < length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, length), Math.min(start + 2 * width, length)];
      const merge = { sorted, merged, middle, end, left: start, right: middle };
      for (let at = start; at < end; at += sortedInStep) {
        mergeRange(merge, compare, at, Math.min(at + sortedInStep, end));
        yield;
      }
    }
    sorted = merged;
  }
  return sorted;
}

/** Compares two indexes. */
export type Compare = (one: number, other: number) => number;

/** Two sorted parts that are being merged: from `left` to `middle`, and from `right` to `end`. */
type Merge = {
  readonly sorted: Uint32Array;
  readonly merged: Uint32Array;
  readonly middle: number;
  readonly end: number;
  left: number;
  right: number;
};

function mergeRange(merge: Merge, compare: Compare, from: number, to: number): void {
  const { sorted, merged, middle, end } = merge;
  let { left, right } = merge;
  for (let at = from; at < to; at += 1) {
    const isLeftNext =
      right === end || (left < middle && compare(sorted[left] as number, sorted[right] as number) <= 0);
    merged[at] = sorted[isLeftNext ? left : right] as number;
    if (isLeftNext) left += 1;
    else right += 1;
  }
  merge.left = left;
  merge.right = right;
}
