import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { toText } from './memory/field-column.ts';

/** Up to `limit` values of a field that contain `part` in any case, the most frequent first. */
export function fieldValuesOf(memory: DetectionMemory, field: DetectionField, part: string, limit: number) {
  return memory.read((detections) => {
    const column = memory.fieldColumn(detections, field);
    const searchText = part.toLowerCase();
    const counts = new Map<string, number>();
    const add = (value: string, count: number) => {
      if (value.toLowerCase().includes(searchText)) counts.set(value, (counts.get(value) ?? 0) + count);
    };
    if (column.kind === 'coded') {
      const ofCode = new Uint32Array(column.values.length);
      const { codes } = column;
      for (let index = 0; index < codes.length; index += 1) {
        const code = codes[index] as number;
        ofCode[code] = (ofCode[code] as number) + 1;
      }
      for (const [code, value] of column.values.entries()) {
        const count = ofCode[code] as number;
        if (value !== null && count > 0) add(toText(value), count);
      }
    } else {
      for (const [number, count] of countNumbers(column.numbers)) add(String(number), count);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, limit);
  });
}

function countNumbers(numbers: Float64Array | Uint32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] as number;
    if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}
