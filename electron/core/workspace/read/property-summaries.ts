import { foldText } from '../../../../shared/fold-text.ts';
import type {
  DetectionField,
  PropertySummary,
  PropertyType,
} from '../../../../shared/results/detection-field.ts';
import { fieldType } from '../../../../shared/results/expression/field-name.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import type { PropertyColumn } from '../file/columns/property-chunk.ts';
import type { ChunkSource } from './memory/chunk-source.ts';
import type { LoadedChunk, StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { type FieldColumn, toText } from './memory/field-column.ts';

/** Number of values of each type of a property. */
type Tally = Record<PropertyType, number>;
type ChunkTally = { readonly version: number; readonly properties: ReadonlyMap<string, Tally> };

/** Types and counts of the features' properties, by falling count. Each version of a chunk is read once. */
export function createPropertySummaries(
  memory: DetectionMemory,
): (detections: StoredDetections) => Steps<readonly PropertySummary[]> {
  const known = new Map<number, ChunkTally>();
  return function* ({ chunks }) {
    const { source } = memory.store;
    const areRowsNeeded = source.hasOtherProperties();
    const total = new Map<string, Tally>();
    for (const chunk of chunks) {
      const former = known.get(chunk.chunk);
      const isKnown = former?.version === chunk.version;
      const tally = isKnown
        ? former
        : { version: chunk.version, properties: tallyOf(source, chunk, areRowsNeeded) };
      known.set(chunk.chunk, tally);
      for (const [name, counts] of tally.properties) addTo(total, name, counts);
      if (!isKnown) yield;
    }
    return [...total]
      .map(([name, counts]) => ({ name, type: typeOf(counts), count: sum(counts) }))
      .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  };
}

function tallyOf(
  source: ChunkSource,
  chunk: LoadedChunk,
  areRowsNeeded: boolean,
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  if (chunk.isDirty || areRowsNeeded || !source.isCurrent(chunk)) {
    for (const { properties } of source.rows(chunk)) {
      for (const [name, value] of Object.entries(properties)) {
        if (value !== null) addTo(tallies, name, { ...none, [typeOfValue(value)]: 1 });
      }
    }
    return tallies;
  }
  for (const [name, column] of source.properties(chunk)) addTo(tallies, name, tallyOfColumn(column));
  return tallies;
}

const none: Tally = { number: 0, text: 0, boolean: 0, mixed: 0 };

function tallyOfColumn(column: PropertyColumn): Tally {
  const tally = { ...none };
  if (column.kind === 'numbers') {
    for (const number of column.numbers) if (!Number.isNaN(number)) tally.number += 1;
    return tally;
  }
  const types = column.values.map(typeOfValue);
  for (const code of column.codes) {
    const type = types[code - 1];
    if (type !== undefined) tally[type] += 1;
  }
  return tally;
}

/** Lists and objects are of no type that a field could be. */
function typeOfValue(value: unknown): PropertyType {
  const type = typeof value;
  if (type === 'string') return 'text';
  return type === 'number' || type === 'boolean' ? type : 'mixed';
}

function typeOf(tally: Tally): PropertyType {
  const total = sum(tally);
  return (['number', 'text', 'boolean'] as const).find((type) => tally[type] === total) ?? 'mixed';
}

function sum(tally: Tally): number {
  return tally.number + tally.text + tally.boolean + tally.mixed;
}

function addTo(tallies: Map<string, Tally>, name: string, counts: Tally): void {
  const former = tallies.get(name) ?? none;
  tallies.set(name, {
    number: former.number + counts.number,
    text: former.text + counts.text,
    boolean: former.boolean + counts.boolean,
    mixed: former.mixed + counts.mixed,
  });
}

type ValueCount = { readonly value: string; readonly count: number };

/** Up to `limit` values of a field, of names each, that contain `part` in any case, the most frequent first. */
export function* fieldValuesOf(
  memory: DetectionMemory,
  detections: StoredDetections,
  field: DetectionField,
  part: string,
  limit: number,
): Steps<readonly ValueCount[]> {
  const column = memory.fieldColumn(detections, field);
  const searchText = foldText(part);
  const counts = new Map<string, number>();
  const isNames = fieldType(field) === 'names';
  const add = (text: string, count: number) => {
    for (const value of isNames ? text.split(', ') : [text]) {
      if (foldText(value).includes(searchText)) counts.set(value, (counts.get(value) ?? 0) + count);
    }
  };
  if (column.kind === 'coded') {
    const ofCode = yield* countCodes(column);
    yield* inRanges(column.values.length, (from, to) => {
      for (let code = from; code < to; code += 1) {
        const value = column.values[code] ?? null;
        const count = ofCode[code] as number;
        if (value !== null && count > 0) add(toText(value), count);
      }
    });
  } else {
    for (const [number, count] of yield* countNumbers(column.numbers)) add(String(number), count);
  }
  return yield* mostFrequent(counts, limit);
}

function* countCodes({
  codes,
  values,
}: Extract<FieldColumn, { readonly kind: 'coded' }>): Steps<Uint32Array> {
  const counts = new Uint32Array(values.length);
  yield* inRanges(codes.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const code = codes[index] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  });
  return counts;
}

function* countNumbers(numbers: Float64Array | Uint32Array): Steps<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  yield* inRanges(numbers.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const number = numbers[index] as number;
      if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  });
  return counts;
}

/** Values that are compared with the most frequent ones in one step. */
const comparedInStep = 2 ** 16;

/** Only `limit` of them are sorted at a time: there may be as many values as detections. */
function* mostFrequent(counts: ReadonlyMap<string, number>, limit: number): Steps<readonly ValueCount[]> {
  let found: readonly ValueCount[] = [];
  let others: ValueCount[] = [];
  const merge = () => {
    found = [...found, ...others]
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, limit);
    others = [];
  };
  for (const [value, count] of counts) {
    others.push({ value, count });
    if (others.length < comparedInStep) continue;
    merge();
    yield;
  }
  merge();
  return found;
}
