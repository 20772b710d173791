import type { PropertyValue } from '../../file/columns/property-chunk.ts';

/** The values of one field over all detections, in their order. */
export type FieldColumn =
  /** Numbers, NaN where there is none; times are epoch milliseconds UTC. */
  | { readonly kind: 'numbers'; readonly numbers: Float64Array | Uint32Array }
  /**
   * `values[code]`; code 0 means none. The same value may have several codes, and some may belong to no
   * detection.
   */
  | {
      readonly kind: 'coded';
      readonly codes: Uint8Array | Uint32Array;
      readonly values: readonly (PropertyValue | null)[];
    };

/** About how many bytes a column takes. */
export function bytesOfColumn(column: FieldColumn): number {
  if (column.kind === 'numbers') return column.numbers.byteLength;
  return column.values.reduce(
    (sum: number, value) => sum + (typeof value === 'string' ? 32 + 2 * value.length : 32),
    column.codes.byteLength,
  );
}

/** The number that a value is, numeric text too; NaN where it is none. */
export function numberOfValue(value: PropertyValue | null): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && numericPattern.test(value) ? Number(value) : Number.NaN;
}

/** Notation of numbers in JSON, with a sign, zeros and spaces around it allowed. */
const numericPattern = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** The column as numbers; what is no number is NaN. */
export function toNumbers(column: FieldColumn): Float64Array | Uint32Array {
  if (column.kind === 'numbers') return column.numbers;
  const ofCode = Float64Array.from(column.values, numberOfValue);
  const { codes } = column;
  const numbers = new Float64Array(codes.length);
  for (let index = 0; index < codes.length; index += 1) {
    numbers[index] = ofCode[codes[index] as number] as number;
  }
  return numbers;
}

/** A value as text, as it is searched and shown: lists and objects as JSON. */
export function toText(value: PropertyValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value at a position, null for none; lists and objects as JSON. */
export function valueAt(column: FieldColumn, position: number): string | number | boolean | null {
  if (column.kind === 'numbers') {
    const number = column.numbers[position] ?? Number.NaN;
    return Number.isNaN(number) ? null : number;
  }
  const value = column.values[column.codes[position] ?? 0] ?? null;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
