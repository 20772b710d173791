import type { Steps } from '../../../base/steps.ts';
import type { PropertyValue } from '../../columns/property-chunk.ts';
import { compareText } from './compare-text.ts';
import { type FieldColumn, toText } from './field-column.ts';
import { orderOfNumbers } from './number-order.ts';

type Values = readonly (PropertyValue | null)[];

/**
 * Indexes of the detections in ascending order of a value, absent values first, equal ones by id. Numbers come before
 * booleans, booleans before text by code points, lists and objects last by their JSON.
 */
export function* ascendingOrder(column: FieldColumn): Steps<Uint32Array<ArrayBuffer>> {
  if (column.kind === 'numbers') return yield* orderOfNumbers(column.numbers);
  const { ranks, count } = yield* rankValues(column.values);
  return yield* orderByRank(column.codes, ranks, count);
}

/** The rank of each value, 0 for none, and the number of ranks; equal values have the same. */
function* rankValues(values: Values): Steps<{ ranks: Uint32Array; count: number }> {
  const { number, boolean, text, json } = codesByKind(values);
  yield;
  // JSON is made once for each value, not for each comparison.
  const keys = json.length > 0 ? values.map(toKey) : values;
  const byNumber = (one: number, other: number) => Number(keys[one]) - Number(keys[other]);
  const byText = textComparer(keys as readonly string[], [text, json]);
  yield;
  const ranks = new Uint32Array(values.length);
  let rank = 0;
  for (const [codes, compare] of [
    [number, byNumber],
    [boolean, byNumber],
    [text, byText],
    [json, byText],
  ] as const) {
    const sorted = yield* sortInSteps(codes, compare);
    for (let index = 0; index < sorted.length; index += 1) {
      if (index % positionsInStep === 0) yield;
      const code = sorted[index] as number;
      if (index === 0 || keys[code] !== keys[sorted[index - 1] as number]) rank += 1;
      ranks[code] = rank;
    }
  }
  return { ranks, count: rank + 1 };
}

/** The codes of the values of each kind, ascending. */
function codesByKind(values: Values) {
  const codes = {
    number: [] as number[],
    boolean: [] as number[],
    text: [] as number[],
    json: [] as number[],
  };
  for (let code = 0; code < values.length; code += 1) {
    const value = values[code];
    if (typeof value === 'string') codes.text.push(code);
    else if (typeof value === 'number') codes.number.push(code);
    else if (typeof value === 'boolean') codes.boolean.push(code);
    else if (value !== null) codes.json.push(code);
  }
  return codes;
}

function toKey(value: PropertyValue | null): PropertyValue | null {
  return typeof value === 'object' && value !== null ? toText(value) : value;
}

/** Compares keys by code points. Only with surrogates does JavaScript's own order differ, which is far quicker. */
function textComparer(keys: readonly string[], lists: readonly (readonly number[])[]) {
  const hasSurrogate = lists.some((codes) =>
    codes.some((code) => /[\ud800-\udfff]/.test(keys[code] as string)),
  );
  if (hasSurrogate) {
    return (one: number, other: number) => compareText(keys[one] as string, keys[other] as string);
  }
  return (one: number, other: number) => {
    const first = keys[one] as string;
    const second = keys[other] as string;
    return first < second ? -1 : first > second ? 1 : 0;
  };
}

/** Codes that are sorted in one step, some ten milliseconds. */
const sortedInStep = 16_384;

/** Positions that are moved in one step of the loops that only copy or count. */
const positionsInStep = 2 ** 18;

/** Sorts codes that are ascending; equal ones stay so. Parts are sorted at once, then merged. */
function* sortInSteps(
  codes: readonly number[],
  compare: (one: number, other: number) => number,
): Steps<Uint32Array> {
  const { length } = codes;
  let sorted = new Uint32Array(length);
  for (let start = 0; start < length; start += sortedInStep) {
    sorted.set(codes.slice(start, start + sortedInStep).sort(compare), start);
    yield;
  }
  for (let width = sortedInStep; width < length; width *= 2) {
    const merged = new Uint32Array(length);
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const end = Math.min(start + 2 * width, length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at += 1) {
        if (at % sortedInStep === 0) yield;
        const isLeftNext =
          right === end || (left < middle && compare(sorted[left] as number, sorted[right] as number) <= 0);
        merged[at] = sorted[isLeftNext ? left : right] as number;
        if (isLeftNext) left += 1;
        else right += 1;
      }
    }
    sorted = merged;
  }
  return sorted;
}

function* orderByRank(
  codes: Uint8Array | Uint32Array,
  ranks: Uint32Array,
  count: number,
): Steps<Uint32Array<ArrayBuffer>> {
  const starts = new Uint32Array(count + 1);
  for (let position = 0; position < codes.length; position += 1) {
    if (position % positionsInStep === 0) yield;
    const rank = ranks[codes[position] as number] as number;
    starts[rank + 1] = (starts[rank + 1] as number) + 1;
  }
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  }
  const order = new Uint32Array(codes.length);
  for (let position = 0; position < codes.length; position += 1) {
    if (position % positionsInStep === 0) yield;
    const rank = ranks[codes[position] as number] as number;
    const at = starts[rank] as number;
    starts[rank] = at + 1;
    order[at] = position;
  }
  return order;
}
