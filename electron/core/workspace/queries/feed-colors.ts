import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import {
  type ColorScale,
  colorCodes,
  type FeedColors,
  maxColorCategories,
} from '../../../../shared/results/feed-colors.ts';
import { valueScale } from '../../../../shared/results/value-scale.ts';
import { notFetchedTest } from './count-groups.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { type FieldColumn, toNumbers, toText } from './memory/field-column.ts';

/**
 * What a field is in the colors of the map: a ramp where all of its values are numbers, else its most frequent values as
 * categories. Detections without a value are coded apart from those of which it was not requested.
 */
export function colorsOf(memory: DetectionMemory, detections: Detections, field: DetectionField): FeedColors {
  const column = memory.fieldColumn(detections, field);
  const codes = new Uint8Array(detections.columns.count);
  const scale = hasNames(column) ? codeTexts(column, codes) : codeNumbers(toNumbers(column), codes);
  const isNotFetched = notFetchedTest(memory, detections, field);
  const occurs = { hasOther: false, hasAbsent: false, hasNotFetched: false };
  for (let index = 0; index < codes.length; index += 1) {
    if (codes[index] === colorCodes.other) occurs.hasOther = true;
    if (codes[index] !== colorCodes.absent) continue;
    if (isNotFetched?.(index)) {
      codes[index] = colorCodes.notFetched;
      occurs.hasNotFetched = true;
    } else occurs.hasAbsent = true;
  }
  return { version: detections.version, scale: { ...scale, ...occurs }, codes };
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

function codeNumbers(numbers: Float64Array | Uint32Array, codes: Uint8Array): ScaleEnds {
  const { low, high } = valueScale(numbers) ?? { low: null, high: null };
  const width = (high ?? 0) - (low ?? 0);
  for (let index = 0; index < codes.length; index += 1) {
    const number = numbers[index] as number;
    if (low === null || Number.isNaN(number)) codes[index] = colorCodes.absent;
    else {
      const share = width === 0 ? 0.5 : Math.min(1, Math.max(0, (number - low) / width));
      codes[index] = Math.round(share * colorCodes.highest);
    }
  }
  return { kind: 'ramp', low, high };
}

function codeTexts(column: CodedColumn, codes: Uint8Array): ScaleNames {
  const names = mostFrequent(column);
  // Several codes of a column may have the same value.
  const colorOf = column.values.map((value) => {
    if (value === null) return colorCodes.absent;
    const index = names.indexOf(toText(value));
    return index < 0 ? colorCodes.other : index;
  });
  for (let index = 0; index < codes.length; index += 1) {
    codes[index] = colorOf[column.codes[index] as number] as number;
  }
  return { kind: 'categories', names };
}

/** The names of the most frequent values; of equally frequent ones the first by name. */
function mostFrequent({ codes, values }: CodedColumn): string[] {
  const ofCode = new Uint32Array(values.length);
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] as number;
    ofCode[code] = (ofCode[code] as number) + 1;
  }
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
