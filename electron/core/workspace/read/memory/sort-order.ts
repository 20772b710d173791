import { inRanges, type Steps } from '../../../base/steps.ts';
import type { PropertyValue } from '../../file/columns/property-chunk.ts';
import { compareText } from './compare-text.ts';
import { type FieldColumn, toText } from './field-column.ts';
import { orderOfNumbers } from './number-order.ts';
import { type Compare, sortInSteps } from './sort-in-steps.ts';

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
  const { number, boolean, text, json } = yield* codesByKind(values);
  // JSON is made once for each value, not for each comparison.
  const keys = json.length > 0 ? values.map(toKey) : values;
  const byNumber = (one: number, other: number) => Number(keys[one]) - Number(keys[other]);
  const byText = yield* textComparer(keys as readonly string[], [text, json]);
  const ranks = new Uint32Array(values.length);
  let rank = 0;
  for (const [codes, compare] of [
    [number, byNumber],
    [boolean, byNumber],
    [text, byText],
    [json, byText],
  ] as const) {
    const sorted = yield* sortInSteps(codes, compare);
    yield* inRanges(sorted.length, (from, to) => {
      for (let index = from; index < to; index += 1) {
        const code = sorted[index] as number;
        if (index === 0 || keys[code] !== keys[sorted[index - 1] as number]) rank += 1;
        ranks[code] = rank;
      }
    });
  }
  return { ranks, count: rank + 1 };
}

/** The codes of the values of each kind, ascending. */
function* codesByKind(values: Values) {
  const number: number[] = [];
  const boolean: number[] = [];
  const text: number[] = [];
  const json: number[] = [];
  yield* inRanges(values.length, (from, to) => {
    for (let code = from; code < to; code += 1) {
      const value = values[code];
      if (typeof value === 'string') text.push(code);
      else if (typeof value === 'number') number.push(code);
      else if (typeof value === 'boolean') boolean.push(code);
      else if (value !== null) json.push(code);
    }
  });
  return { number, boolean, text, json };
}

function toKey(value: PropertyValue | null): PropertyValue | null {
  return typeof value === 'object' && value !== null ? toText(value) : value;
}

/** Compares keys by code points. Only with surrogates does JavaScript's own order differ, which is far quicker. */
function* textComparer(keys: readonly string[], lists: readonly (readonly number[])[]): Steps<Compare> {
  let hasSurrogate = false;
  for (const codes of lists) {
    yield* inRanges(codes.length, (from, to) => {
      for (let index = from; index < to && !hasSurrogate; index += 1) {
        hasSurrogate = /[\ud800-\udfff]/.test(keys[codes[index] as number] as string);
      }
    });
  }
  if (hasSurrogate) return (one, other) => compareText(keys[one] as string, keys[other] as string);
  return (one, other) => {
    const first = keys[one] as string;
    const second = keys[other] as string;
    return first < second ? -1 : first > second ? 1 : 0;
  };
}

function* orderByRank(
  codes: Uint8Array | Uint32Array,
  ranks: Uint32Array,
  count: number,
): Steps<Uint32Array<ArrayBuffer>> {
  // Codes of reviews can change between two steps, so each is read once.
  const rankOf = new Uint32Array(codes.length);
  const starts = new Uint32Array(count + 1);
  yield* inRanges(codes.length, (from, to) => countRanks(codes, ranks, rankOf, starts, from, to));
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  }
  const order = new Uint32Array(codes.length);
  yield* inRanges(codes.length, (from, to) => moveByRank(rankOf, starts, order, from, to));
  return order;
}

function countRanks(
  codes: Uint8Array | Uint32Array,
  ranks: Uint32Array,
  rankOf: Uint32Array,
  starts: Uint32Array,
  from: number,
  to: number,
): void {
  for (let position = from; position < to; position += 1) {
    // A reviewer who came after the values were ranked has none.
    const rank = ranks[codes[position] as number] ?? 0;
    rankOf[position] = rank;
    starts[rank + 1] = (starts[rank + 1] as number) + 1;
  }
}

function moveByRank(
  rankOf: Uint32Array,
  starts: Uint32Array,
  order: Uint32Array,
  from: number,
  to: number,
): void {
  for (let position = from; position < to; position += 1) {
    const rank = rankOf[position] as number;
    const at = starts[rank] as number;
    starts[rank] = at + 1;
    order[at] = position;
  }
}
