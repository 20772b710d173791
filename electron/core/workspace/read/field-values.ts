import { foldText } from '../../../../shared/fold-text.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { fieldType } from '../../../../shared/results/expression/field-name.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { type FieldColumn, toText } from './memory/field-column.ts';

type ValueCount = { readonly value: string; readonly count: number };

/** Up to `limit` values of a field, of names each, that contain `part` in any case, the most frequent first. */
export function* fieldValuesOf(
  memory: DetectionMemory,
  detections: Detections,
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
