import type { PropertyValue } from '../../columns/property-chunk.ts';
import { compareText } from './compare-text.ts';
import { type FieldColumn, toText } from './field-column.ts';
import { orderOfNumbers } from './number-order.ts';

/**
 * Indexes of the detections in ascending order of a value, absent values first, equal ones by id. Numbers come before
 * booleans, booleans before text by code points, lists and objects last by their JSON.
 */
export function ascendingOrder(column: FieldColumn): Uint32Array<ArrayBuffer> {
  if (column.kind === 'numbers') return orderOfNumbers(column.numbers);
  const { ranks, count } = rankValues(column.values);
  return orderByRank(column.codes, ranks, count);
}

/** The rank of each value, 0 for none, and the number of ranks; equal values have the same. */
function rankValues(values: readonly (PropertyValue | null)[]) {
  const codes = values.flatMap((value, code) => (value === null ? [] : [code]));
  const kinds = Map.groupBy(codes, (code) => kindOf(values[code] as PropertyValue));
  const ranks = new Uint32Array(values.length);
  let rank = 0;
  for (const kind of kindOrder) {
    const { keys, compare } = keysOf(kind, values);
    const sorted = (kinds.get(kind) ?? []).sort((one, other) => compare(keys(one), keys(other)));
    let former: string | number | undefined;
    for (const code of sorted) {
      const key = keys(code);
      if (key !== former) rank += 1;
      former = key;
      ranks[code] = rank;
    }
    former = undefined;
  }
  return { ranks, count: rank + 1 };
}

type Kind = 'number' | 'boolean' | 'string' | 'object';
const kindOrder: readonly Kind[] = ['number', 'boolean', 'string', 'object'];

function kindOf(value: PropertyValue): Kind {
  return typeof value as Kind;
}

function keysOf(kind: Kind, values: readonly (PropertyValue | null)[]) {
  if (kind === 'number' || kind === 'boolean') {
    return {
      keys: (code: number): string | number => Number(values[code]),
      compare: (one: string | number, other: string | number) => Number(one) - Number(other),
    };
  }
  return {
    keys: (code: number): string | number => toText(values[code] as PropertyValue),
    compare: values.some(hasSurrogate)
      ? (one: string | number, other: string | number) => compareText(String(one), String(other))
      : (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0),
  };
}

/** Only with such units does JavaScript's own order differ from that of code points; it is far quicker. */
function hasSurrogate(value: PropertyValue | null): boolean {
  return (
    value !== null &&
    (typeof value === 'object' || (typeof value === 'string' && /[\ud800-\udfff]/.test(value)))
  );
}

function orderByRank(
  codes: Uint8Array | Uint32Array,
  ranks: Uint32Array,
  count: number,
): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(count + 1);
  for (let position = 0; position < codes.length; position += 1) {
    const rank = ranks[codes[position] as number] as number;
    starts[rank + 1] = (starts[rank + 1] as number) + 1;
  }
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  }
  const order = new Uint32Array(codes.length);
  for (let position = 0; position < codes.length; position += 1) {
    const rank = ranks[codes[position] as number] as number;
    const at = starts[rank] as number;
    starts[rank] = at + 1;
    order[at] = position;
  }
  return order;
}
