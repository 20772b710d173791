import type { WrittenColumn } from './property-chunk.ts';

/** Lists, objects and texts with longer JSON than this are not stored in columns. */
const maxValueLength = 1000;

/** After this many values, the share of distinct values is checked. */
const minValuesForDistinctCheck = 500;

/**
 * A column of a page or chunk: numbers, or for each detection the index of its value in `values`. The indexes may exceed
 * 16 bits.
 */
export type PropertyCells =
  | { readonly kind: 'numbers'; readonly numbers: Float64Array<ArrayBuffer> }
  | {
      readonly kind: 'coded';
      readonly codes: Uint32Array<ArrayBuffer>;
      /** JSON texts of the values: it is made once, and compared, posted and stored. */
      readonly values: readonly string[];
    };

/** One property's column as it grows: numbers until something else comes, then codes. */
export class PropertyBuilder {
  #capacity: number;
  #numbers: Float64Array<ArrayBuffer> | undefined;
  #codes: Uint32Array<ArrayBuffer> | undefined;
  readonly #values: string[] = [];
  readonly #codeOfJson = new Map<string, number>();
  /** Codes of texts and numbers, whose JSON need not be made again. */
  readonly #codeOf = new Map<unknown, number>();
  #lookups = 0;
  /** Set once nearly all values were distinct, such as chips: looking them up would be useless. */
  #isMostlyDistinct = false;

  /** Begins with `column` if there is one already. Grows past `capacity` when it must. */
  constructor(capacity: number, column?: WrittenColumn) {
    this.#capacity = capacity;
    if (column?.kind === 'numbers') {
      this.#numbers = this.#noNumbers();
      this.#numbers.set(column.numbers);
    } else if (column) {
      this.#codes = new Uint32Array(capacity);
      this.#codes.set(column.codes);
      for (const json of column.values) this.#addValue(json);
    }
  }

  /** False when the value is too long for a column. Null, undefined and numbers that JSON cannot write are no values. */
  set(at: number, value: unknown): boolean {
    if (at >= this.#capacity) this.#grow();
    if (typeof value === 'number') {
      this.#setNumber(at, value);
      return true;
    }
    if (value === null || value === undefined) return true;
    if (typeof value === 'string' && value.length > maxValueLength) return false;
    const code = this.#codeFor(value);
    if (code === undefined) return false;
    this.#codes ??= this.#toCodes();
    this.#codes[at] = code;
    return true;
  }

  /** Copies entries `from … to` of a page's column to entries from `at` on. */
  setAll(at: number, cells: PropertyCells, from: number, to: number): void {
    if (cells.kind === 'numbers') this.#setNumbers(at, cells.numbers.subarray(from, to));
    else this.#setCodes(at, cells.codes.subarray(from, to), cells.values);
  }

  cells(): PropertyCells | undefined {
    if (this.#numbers) return { kind: 'numbers', numbers: this.#numbers };
    if (this.#codes) return { kind: 'coded', codes: this.#codes, values: this.#values };
    return undefined;
  }

  /** The column of a chunk with `count` detections. Undefined when there is no value. */
  column(count: number): WrittenColumn | undefined {
    if (this.#numbers) return { kind: 'numbers', numbers: this.#numbers.slice(0, count) };
    if (!this.#codes) return undefined;
    return { kind: 'coded', codes: Uint16Array.from(this.#codes.subarray(0, count)), values: this.#values };
  }

  #setNumber(at: number, value: number): void {
    if (!Number.isFinite(value)) return;
    if (this.#codes) {
      this.#codes[at] = this.#codeForJson(String(value));
      return;
    }
    this.#numbers ??= this.#noNumbers();
    this.#numbers[at] = value;
  }

  #setNumbers(at: number, numbers: Float64Array): void {
    if (numbers.every(Number.isNaN)) return;
    if (this.#codes) {
      for (const [index, value] of numbers.entries()) this.#setNumber(at + index, value);
      return;
    }
    this.#numbers ??= this.#noNumbers();
    this.#numbers.set(numbers, at);
  }

  #setCodes(at: number, codes: Uint32Array, values: readonly string[]): void {
    const ownCodes = new Uint32Array(values.length + 1);
    for (let index = 0; index < codes.length; index += 1) {
      const code = codes[index] ?? 0;
      const json = values[code - 1];
      if (json === undefined) continue;
      this.#codes ??= this.#toCodes();
      ownCodes[code] ||= this.#codeForJson(json);
      this.#codes[at + index] = ownCodes[code] ?? 0;
    }
  }

  #grow(): void {
    this.#capacity *= 2;
    const { numbers, codes } = { numbers: this.#numbers, codes: this.#codes };
    if (numbers) {
      this.#numbers = this.#noNumbers();
      this.#numbers.set(numbers);
    }
    if (codes) {
      this.#codes = new Uint32Array(this.#capacity);
      this.#codes.set(codes);
    }
  }

  #noNumbers(): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#capacity).fill(Number.NaN);
  }

  #toCodes(): Uint32Array<ArrayBuffer> {
    const codes = new Uint32Array(this.#capacity);
    const numbers = this.#numbers;
    this.#numbers = undefined;
    if (!numbers) return codes;
    for (const [at, number] of numbers.entries()) {
      if (!Number.isNaN(number)) codes[at] = this.#codeForJson(String(number));
    }
    return codes;
  }

  /** Undefined for a list or an object that is too long. */
  #codeFor(value: unknown): number | undefined {
    const isPlain = typeof value !== 'object' && !this.#isMostlyDistinct;
    const known = isPlain ? this.#codeOf.get(value) : undefined;
    if (known !== undefined) {
      this.#lookups += 1;
      return known;
    }
    const json = JSON.stringify(value);
    if (typeof value === 'object' && json.length > maxValueLength) return undefined;
    const code = this.#codeForJson(json);
    if (isPlain) this.#codeOf.set(value, code);
    return code;
  }

  #codeForJson(json: string): number {
    if (this.#isMostlyDistinct) return this.#values.push(json);
    this.#lookups += 1;
    return this.#codeOfJson.get(json) ?? this.#addValue(json);
  }

  #addValue(json: string): number {
    this.#values.push(json);
    this.#codeOfJson.set(json, this.#values.length);
    if (this.#lookups >= minValuesForDistinctCheck && this.#values.length > 0.95 * this.#lookups)
      this.#isMostlyDistinct = true;
    return this.#values.length;
  }
}

/** The properties of a page's features. */
export type PropertyTable = {
  /** By name. */
  readonly columns: ReadonlyMap<string, PropertyCells>;
  /** Properties that cannot be columns because a value of theirs is too long. */
  readonly tooLong: readonly string[];
  /** Properties beyond what one page may have; their columns are not here. */
  readonly omitted: readonly string[];
};
