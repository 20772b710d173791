import { zstdCompressSync } from 'node:zlib';
import type { ColumnChunk, Encoding, PageHeader, Statistics } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';

/** A value of a column: INT64 and DOUBLE have numbers, BYTE_ARRAY has texts or bytes. */
export type ColumnValue = string | number | boolean | Uint8Array;

/** Schema of a column, whose values may be null. */
export type ColumnShape = {
  readonly type: 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'BYTE_ARRAY';
  /** Its name, after those of the structs around it. */
  readonly path: readonly string[];
  /** Whether equal values are neither searched nor compared. */
  readonly isOpaque?: boolean;
};

/** A chunk as the metadata of the file describe it. */
export type WrittenChunk = ColumnChunk & Required<Pick<ColumnChunk, 'meta_data'>>;

/** Values after which a column of almost nothing but distinct ones is no longer searched for equal ones. */
const sampleLength = 1000;
const mostlyDistinct = 0.9;

/**
 * A builder for an optional column of at most `maxRows` rows. It stores an equal value once, and its place for each row:
 * most values are those of a record, which has many detections.
 */
export function createColumnChunkBuilder(shape: ColumnShape, maxRows: number) {
  const places = new Uint32Array(maxRows);
  const placeOf = new Map<ColumnValue, number>();
  const start = { rows: 0, nulls: 0, distinctSize: 0, plainSize: 0, isDistinct: shape.isOpaque ?? false };
  let { rows, nulls, distinctSize, plainSize, isDistinct } = start;
  let values: ColumnValue[] = [];
  let [last, lastPlace, lastSize]: [ColumnValue | null, number, number] = [null, noPlace, 0];
  const hasDictionary = () => !isDistinct && shape.type !== 'BOOLEAN' && 2 * values.length <= rows - nulls;
  const addNew = (value: ColumnValue): number => {
    // As UTF-8 will have it.
    values.push(typeof value === 'string' ? value.toWellFormed() : value);
    distinctSize += lastSize;
    if (!isDistinct) {
      placeOf.set(value, values.length);
      isDistinct = values.length === sampleLength && sampleLength > mostlyDistinct * (rows - nulls + 1);
    }
    return values.length;
  };
  return {
    /** Adds the value of the next row. */
    add(value: ColumnValue | null): void {
      if (value !== last) {
        last = value;
        lastSize =
          value === null ? 0 : typeof value === 'object' || typeof value === 'string' ? value.length : 8;
        if (value === null) lastPlace = noPlace;
        else lastPlace = (isDistinct ? undefined : placeOf.get(value)) ?? addNew(value);
      }
      if (value === null) nulls += 1;
      plainSize += lastSize;
      places[rows] = lastPlace;
      rows += 1;
    },
    /** The bytes that the values since the last call of `write` will take before compression, about. */
    size: () => (hasDictionary() ? distinctSize : plainSize),
    /** Writes the values since the last call. */
    write(writer: ByteWriter): WrittenChunk {
      const content = { values, places: places.subarray(0, rows), nulls, hasDictionary: hasDictionary() };
      const chunk = writeChunk(writer, shape, content);
      placeOf.clear();
      ({ rows, nulls, distinctSize, plainSize, isDistinct } = start);
      values = [];
      [last, lastPlace, lastSize] = [null, noPlace, 0];
      return chunk;
    },
  };
}

/** Collects the values of one column for a row group. */
export type ColumnChunkBuilder = ReturnType<typeof createColumnChunkBuilder>;

/** The place of null; those of values begin with 1. */
const noPlace = 0;

type ChunkContent = {
  readonly values: readonly ColumnValue[];
  /** The place of the value of each row. */
  readonly places: Uint32Array;
  readonly nulls: number;
  /** Whether the values are written once, and their places for the rows. */
  readonly hasDictionary: boolean;
};

function writeChunk(
  writer: ByteWriter,
  { type, path, isOpaque }: ColumnShape,
  { values, places, nulls, hasDictionary }: ChunkContent,
): WrittenChunk {
  const start = writer.offset;
  const { levels, indexes } = splitPlaces(places, nulls);
  const encoding: Encoding = hasDictionary ? 'RLE_DICTIONARY' : 'PLAIN';
  const dictionaryLength = hasDictionary
    ? writePage(writer, noBytes, encodePlain(type, values), {
        type: 'DICTIONARY_PAGE',
        dictionary_page_header: { num_values: values.length, encoding: 'PLAIN' },
      })
    : 0;
  const dataStart = writer.offset;
  const data = hasDictionary
    ? packIndexes(indexes, values.length)
    : encodePlain(
        type,
        Array.from(indexes, (index) => values[index] ?? ''),
      );
  const packedLevels = packNumbers(levels, 1);
  const dataLength = writePage(writer, packedLevels, data, {
    type: 'DATA_PAGE_V2',
    data_page_header_v2: {
      num_values: places.length,
      num_nulls: nulls,
      num_rows: places.length,
      encoding,
      definition_levels_byte_length: packedLevels.length,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  });
  return {
    file_offset: BigInt(start),
    meta_data: {
      type,
      encodings: hasDictionary ? ['PLAIN', encoding] : [encoding],
      path_in_schema: [...path],
      codec: 'ZSTD',
      num_values: BigInt(places.length),
      total_uncompressed_size: BigInt(dictionaryLength + dataLength),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(dataStart),
      ...(hasDictionary ? { dictionary_page_offset: BigInt(start) } : {}),
      statistics: { null_count: BigInt(nulls), ...(isOpaque ? {} : boundsOf(values)) },
    },
  };
}

/** For each row whether it has a value, and for each value its index. */
function splitPlaces(places: Uint32Array, nulls: number) {
  const levels = new Uint8Array(places.length);
  const indexes = new Uint32Array(places.length - nulls);
  if (indexes.length === 0) return { levels, indexes };
  let [row, count] = [0, 0];
  for (const place of places) {
    if (place !== noPlace) {
      levels[row] = 1;
      indexes[count] = place - 1;
      count += 1;
    }
    row += 1;
  }
  return { levels, indexes };
}

const noBytes = new Uint8Array();

/** Returns the length of the page before compression, with its header. */
function writePage(
  writer: ByteWriter,
  levels: Uint8Array,
  data: Uint8Array,
  header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>,
): number {
  const start = writer.offset;
  const packed = zstdCompressSync(data, { chunkSize: Math.max(minChunkSize, data.length) });
  writePageHeader(writer, {
    ...header,
    uncompressed_page_size: levels.length + data.length,
    compressed_page_size: levels.length + packed.length,
  });
  const length = writer.offset - start + levels.length + data.length;
  writer.appendBytes(levels);
  writer.appendBytes(packed);
  return length;
}

/** The least that Node's compression accepts. */
const minChunkSize = 64;

/** Indexes into a dictionary, after their width in bits. */
function packIndexes(indexes: Uint32Array, count: number): Uint8Array {
  const width = Math.ceil(Math.log2(count));
  return Buffer.concat([Buffer.of(width), packNumbers(indexes, width)]);
}

function packNumbers(numbers: Uint8Array | Uint32Array, width: number): Uint8Array {
  const packed = new ByteWriter();
  writeRleBitPackedHybrid(packed, numbers, width);
  return packed.getBytes();
}

/** Values one after another (Apache Parquet, Encodings.md, PLAIN). */
function encodePlain(type: ColumnShape['type'], values: readonly ColumnValue[]): Uint8Array {
  switch (type) {
    case 'BOOLEAN': {
      const bits = new Uint8Array(Math.ceil(values.length / 8));
      for (const [index, value] of values.entries())
        if (value === true) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
      return bits;
    }
    case 'INT64': {
      // Two halves, the lower one first: typed arrays store numbers modulo 2³², and BigInt takes long.
      const halves = new Int32Array(2 * values.length);
      let at = 0;
      for (const value of values) {
        halves[at] = Number(value);
        halves[at + 1] = Math.floor(Number(value) / 2 ** 32);
        at += 2;
      }
      return new Uint8Array(halves.buffer);
    }
    case 'DOUBLE':
      return new Uint8Array(Float64Array.from(values, Number).buffer);
    case 'BYTE_ARRAY':
      return encodeByteArrays(values);
  }
}

function encodeByteArrays(values: readonly ColumnValue[]): Uint8Array {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  const mostBytes = values.reduce(
    (sum: number, value) => sum + 4 + (value instanceof Uint8Array ? value.length : 3 * String(value).length),
    0,
  );
  const bytes = Buffer.allocUnsafe(mostBytes);
  let at = 0;
  for (const value of values) {
    const start = at + 4;
    if (value instanceof Uint8Array) bytes.set(value, start);
    const length = value instanceof Uint8Array ? value.length : bytes.write(String(value), start);
    bytes.writeUInt32LE(length, at);
    at = start + length;
  }
  return bytes.subarray(0, at);
}

/** The least and the greatest value; none of no values. */
function boundsOf(values: readonly ColumnValue[]): Pick<Statistics, 'min_value' | 'max_value'> {
  let [min, max] = [values[0], values[0]];
  if (min === undefined || max === undefined) return {};
  for (const value of values) {
    if (isBefore(value, min)) min = value;
    else if (isBefore(max, value)) max = value;
  }
  // Readers may take either zero for the other (parquet.thrift, ColumnOrder).
  return { min_value: min === 0 ? -0 : min, max_value: max === 0 ? 0 : max };
}

/** Texts in the order of their UTF-8 bytes, which is that of their code points. */
function isBefore(one: ColumnValue, other: ColumnValue): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one < other;
  if (one === other) return false;
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at === shorter) return one.length < other.length;
  return rankOf(one.charCodeAt(at)) < rankOf(other.charCodeAt(at));
}

/** Surrogates, of code points above 0xffff, come after all other code units. */
function rankOf(codeUnit: number): number {
  return codeUnit >= 0xe000 ? codeUnit - 0x800 : codeUnit >= 0xd800 ? codeUnit + 0x2000 : codeUnit;
}
