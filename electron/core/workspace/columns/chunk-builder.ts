import { packX, packY } from '../../../../shared/results/detection-feed.ts';
import { chunkSize, createDetectionColumns, type DetectionColumns } from './detection-chunk.ts';
import type { PropertyColumn, PropertyValue } from './property-chunk.ts';

/** One detection for its chunk. Names are keys into `names`, 0 for none; times epoch milliseconds, NaN for none. */
export type ChunkEntry = {
  readonly id: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly collected: number;
  readonly uploaded: number;
  readonly confidence: number;
  readonly record: number;
  readonly analytic: number;
  readonly region: number;
  readonly sensor: number;
  readonly isArea: boolean;
  readonly hasChip: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** What a chunk holds: its detections' own columns, and those of their properties by name. */
export type ChunkContents = {
  readonly detections: DetectionColumns;
  readonly properties: ReadonlyMap<string, PropertyColumn>;
};

/** Lists, objects and texts that take more JSON than this have no place in columns. */
const maxValueLength = 1000;

/** Gathers the detections of one chunk, by rising id. */
export type ChunkBuilder = {
  readonly count: number;
  add(entry: ChunkEntry): void;
  /** Properties that cannot be columns because a value of theirs is too long. */
  readonly tooLong: ReadonlySet<string>;
  finish(): ChunkContents;
};

/**
 * Begins a chunk, with `contents` if there are some already. `isColumn` says which properties are to be columns; it is
 * asked once for each name.
 */
export function createChunkBuilder(
  isColumn: (property: string) => boolean,
  contents?: ChunkContents,
): ChunkBuilder {
  const columns = createDetectionColumns(chunkSize);
  const properties = new Map<string, PropertyBuilder | undefined>();
  const tooLong = new Set<string>();
  let count = 0;
  if (contents) {
    count = contents.detections.count;
    copyColumns(contents.detections, columns);
    for (const [name, column] of contents.properties) properties.set(name, new PropertyBuilder(column));
  }
  const builderOf = (name: string): PropertyBuilder | undefined => {
    const known = properties.get(name);
    if (known !== undefined || properties.has(name)) return known;
    const builder = isColumn(name) ? new PropertyBuilder() : undefined;
    properties.set(name, builder);
    return builder;
  };
  return {
    get count() {
      return count;
    },
    tooLong,
    add(entry) {
      const at = count;
      if (at >= chunkSize) throw new Error('A chunk was given more detections than it has room for.');
      count += 1;
      columns.id[at] = entry.id;
      columns.longitude[at] = entry.longitude;
      columns.latitude[at] = entry.latitude;
      columns.collected[at] = entry.collected;
      columns.uploaded[at] = entry.uploaded;
      columns.confidence[at] = entry.confidence;
      columns.x[at] = packX(entry.longitude);
      columns.y[at] = packY(entry.latitude);
      columns.record[at] = entry.record;
      columns.analytic[at] = entry.analytic;
      columns.region[at] = entry.region;
      columns.sensor[at] = entry.sensor;
      columns.flags[at] = (entry.isArea ? 1 : 0) | (entry.hasChip ? 2 : 0);
      for (const name in entry.properties) {
        const builder = builderOf(name);
        if (builder === undefined || builder.set(at, entry.properties[name])) continue;
        properties.set(name, undefined);
        tooLong.add(name);
      }
    },
    finish() {
      const finished = new Map<string, PropertyColumn>();
      for (const [name, builder] of properties) {
        const column = builder?.finish(count);
        if (column) finished.set(name, column);
      }
      return { detections: trim(columns, count), properties: finished };
    },
  };
}

const columnNames = [
  'longitude',
  'latitude',
  'collected',
  'uploaded',
  'confidence',
  'id',
  'x',
  'y',
  'record',
  'analytic',
  'region',
  'sensor',
  'flags',
] as const;

function copyColumns(from: DetectionColumns, to: DetectionColumns): void {
  for (const name of columnNames) to[name].set(from[name]);
}

function trim(columns: DetectionColumns, count: number): DetectionColumns {
  const trimmed = createDetectionColumns(count);
  for (const name of columnNames) trimmed[name].set(columns[name].subarray(0, count));
  return trimmed;
}

/** One property's column as it grows: numbers until something else comes, then codes. */
class PropertyBuilder {
  #numbers: Float64Array | undefined;
  #codes: Uint16Array | undefined;
  readonly #values: PropertyValue[] = [];
  readonly #codeOf = new Map<PropertyValue, number>();
  readonly #codeOfJson = new Map<PropertyValue, number>();
  #isEmpty = true;

  constructor(column?: PropertyColumn) {
    if (!column) return;
    this.#isEmpty = false;
    if (column.kind === 'numbers') {
      this.#numbers = new Float64Array(chunkSize).fill(Number.NaN);
      this.#numbers.set(column.numbers);
    } else {
      this.#codes = new Uint16Array(chunkSize);
      this.#codes.set(column.codes);
      for (const value of column.values) this.#addValue(value);
    }
  }

  /** False when the value is too long for a column. Null, undefined and numbers that JSON cannot write are no values. */
  set(at: number, value: unknown): boolean {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return true;
      this.#isEmpty = false;
      if (this.#codes) {
        this.#codes[at] = this.#codeFor(value);
        return true;
      }
      this.#numbers ??= new Float64Array(chunkSize).fill(Number.NaN);
      this.#numbers[at] = value;
      return true;
    }
    if (value === null || value === undefined) return true;
    const isShort =
      typeof value === 'string'
        ? value.length <= maxValueLength
        : typeof value === 'boolean' || JSON.stringify(value).length <= maxValueLength;
    if (!isShort) return false;
    this.#isEmpty = false;
    this.#codes ??= this.#toCodes();
    this.#codes[at] = this.#codeFor(value as PropertyValue);
    return true;
  }

  finish(count: number): PropertyColumn | undefined {
    if (this.#isEmpty) return undefined;
    if (this.#numbers) return { kind: 'numbers', numbers: this.#numbers.slice(0, count) };
    return { kind: 'coded', codes: (this.#codes ?? new Uint16Array()).slice(0, count), values: this.#values };
  }

  #toCodes(): Uint16Array {
    const codes = new Uint16Array(chunkSize);
    const numbers = this.#numbers;
    this.#numbers = undefined;
    if (!numbers) return codes;
    for (const [at, number] of numbers.entries()) {
      if (!Number.isNaN(number)) codes[at] = this.#codeFor(number);
    }
    return codes;
  }

  #codeFor(value: PropertyValue): number {
    return this.#codesLike(value).get(keyOf(value)) ?? this.#addValue(value);
  }

  #addValue(value: PropertyValue): number {
    this.#values.push(value);
    this.#codesLike(value).set(keyOf(value), this.#values.length);
    return this.#values.length;
  }

  /** Lists and objects have codes by their JSON, which a text could be equal to. */
  #codesLike(value: PropertyValue): Map<PropertyValue, number> {
    return typeof value === 'object' ? this.#codeOfJson : this.#codeOf;
  }
}

function keyOf(value: PropertyValue): PropertyValue {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
