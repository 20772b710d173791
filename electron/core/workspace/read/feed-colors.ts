import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import {
  type ColorScale,
  colorCodes,
  type FeedColors,
  maxColorCategories,
} from '../../../../shared/results/feed-colors.ts';
import { valueScale } from '../../../../shared/results/value-scale.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import { notFetchedTest } from './count-groups.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { type FieldColumn, toNumbers, toText } from './memory/field-column.ts';

/**
 * Kind of a field in the colors of the map: a ramp where all of its values are numbers, else its most frequent values
 * as categories. Detections without a value are coded apart from those of which it was not requested.
 */
export function* colorsOf(
  memory: DetectionMemory,
  detections: StoredDetections,
  field: DetectionField,
): Steps<FeedColors> {
  const column = memory.fieldColumn(detections, field);
  const codes = new Uint8Array(detections.columns.count);
  const scale = hasNames(column)
    ? yield* codeTexts(column, codes)
    : yield* codeNumbers(toNumbers(column), codes);
  const isNotFetched = notFetchedTest(memory, detections, field);
  const occurs = { hasOther: false, hasAbsent: false, hasNotFetched: false };
  yield* inRanges(codes.length, (from, to) => markSpecialCodes(codes, isNotFetched, occurs, from, to));
  return { version: detections.version, scale: { ...scale, ...occurs }, codes };
}

type SpecialCodes = { hasOther: boolean; hasAbsent: boolean; hasNotFetched: boolean };

/** Separates what was not requested from what is absent, and records which codes occur that are no values. */
function markSpecialCodes(
  codes: Uint8Array,
  isNotFetched: ((index: number) => boolean) | null,
  occurs: SpecialCodes,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    if (codes[index] === colorCodes.other) occurs.hasOther = true;
    if (codes[index] !== colorCodes.absent) continue;
    if (isNotFetched?.(index)) {
      codes[index] = colorCodes.notFetched;
      occurs.hasNotFetched = true;
    } else occurs.hasAbsent = true;
  }
}

type CodedColumn = Extract<FieldColumn, { kind: 'coded' }>;
type ScaleEnds = Pick<Extract<ColorScale, { kind: 'ramp' }>, 'kind' | 'low' | 'high'>;
type ScaleNames = Pick<Extract<ColorScale, { kind: 'categories' }>, 'kind' | 'names'>;

/** Whether a field has values other than numbers. */
function hasNames(column: FieldColumn): column is CodedColumn {
  return (
    column.kind === 'coded' && column.values.some((value) => value !== null && typeof value !== 'number')
  );
}

function* codeNumbers(numbers: Float64Array | Uint32Array, codes: Uint8Array): Steps<ScaleEnds> {
  const scale = valueScale(numbers);
  if (scale) {
    yield* inRanges(codes.length, (from, to) => writeShares(numbers, scale, codes, from, to));
  } else codes.fill(colorCodes.absent);
  return { kind: 'ramp', low: scale?.low ?? null, high: scale?.high ?? null };
}

function writeShares(
  numbers: Float64Array | Uint32Array,
  { low, high }: { readonly low: number; readonly high: number },
  codes: Uint8Array,
  from: number,
  to: number,
): void {
  const width = high - low;
  for (let index = from; index < to; index += 1) {
    const number = numbers[index] as number;
    if (Number.isNaN(number)) codes[index] = colorCodes.absent;
    else {
      const share = width === 0 ? 0.5 : Math.min(1, Math.max(0, (number - low) / width));
      codes[index] = Math.round(share * colorCodes.highest);
    }
  }
}

function* codeTexts(column: CodedColumn, codes: Uint8Array): Steps<ScaleNames> {
  const names = yield* mostFrequent(column);
  // Several codes of a column may have the same value.
  const colorOf = column.values.map((value) => {
    if (value === null) return colorCodes.absent;
    const index = names.indexOf(toText(value));
    return index < 0 ? colorCodes.other : index;
  });
  yield* inRanges(codes.length, (from, to) => writeColors(column.codes, colorOf, codes, from, to));
  return { kind: 'categories', names };
}

function writeColors(
  valueCodes: CodedColumn['codes'],
  colorOf: readonly number[],
  codes: Uint8Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    codes[index] = colorOf[valueCodes[index] as number] as number;
  }
}

/** The names of the most frequent values; of equally frequent ones the first by name. */
function* mostFrequent({ codes, values }: CodedColumn): Steps<string[]> {
  const ofCode = new Uint32Array(values.length);
  yield* inRanges(codes.length, (from, to) => addCounts(codes, ofCode, from, to));
  const counts = new Map<string, number>();
  for (const [code, value] of values.entries()) {
    const count = ofCode[code] as number;
    if (value === null || count === 0) continue;
    const name = toText(value);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .slice(0, maxColorCategories)
    .map(([name]) => name);
}

function addCounts(codes: CodedColumn['codes'], ofCode: Uint32Array, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const code = codes[index] as number;
    ofCode[code] = (ofCode[code] as number) + 1;
  }
}
