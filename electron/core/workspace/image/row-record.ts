import { Buffer } from 'node:buffer';
import { encodeGeometry } from '../geopackage/geometry-blob.ts';

/** Values of some columns of a row, to be used again in other rows. */
export type RecordPart = { readonly types: Uint8Array; readonly values: Uint8Array };

/** Room for the types of a row's columns: as many columns as a table of ours has, five bytes each. */
const typesRoom = 127;

/** A row in SQLite's record format (sqlite.org/fileformat2.html, 2.1), value by value in the order of its columns. */
export class RowRecord {
  /** The header: its own length in the first byte, then the columns' types. */
  readonly #header = new Uint8Array(typesRoom + 1);
  #headerLength = 1;
  #values = Buffer.allocUnsafeSlow(4096);
  #view = new DataView(this.#values.buffer);
  #length = 0;

  /** Begins another row. */
  begin(): this {
    this.#headerLength = 1;
    this.#length = 0;
    return this;
  }

  /** The header as it stands; a view that the next row writes over. */
  header(): Uint8Array {
    if (this.#headerLength > typesRoom) throw new Error('A row has more columns than its header has room for.');
    this.#header[0] = this.#headerLength;
    return this.#header.subarray(0, this.#headerLength);
  }

  /** The values; a view likewise. */
  values(): Uint8Array {
    return this.#values.subarray(0, this.#length);
  }

  /** What was written since `begin`, kept. */
  part(): RecordPart {
    return { types: this.#header.slice(1, this.#headerLength), values: Uint8Array.from(this.values()) };
  }

  null(): this {
    return this.#type(types.null);
  }

  /** An integer of at most 32 bits with sign, or null. */
  integer(value: number | null): this {
    if (value === null) return this.null();
    this.#reserve(4);
    this.#view.setInt32(this.#length, value);
    this.#length += 4;
    return this.#type(types.integer32);
  }

  double(value: number | null): this {
    if (value === null) return this.null();
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value);
    this.#length += 8;
    return this.#type(types.double);
  }

  text(value: string | null): this {
    if (value === null) return this.null();
    // Three bytes of UTF-8 are the most that a UTF-16 unit can take.
    this.#reserve(value.length * 3);
    const length = this.#values.write(value, this.#length, 'utf8');
    this.#length += length;
    return this.#type(types.text + 2 * length);
  }

  blob(value: Uint8Array): this {
    this.#reserve(value.length);
    this.#values.set(value, this.#length);
    this.#length += value.length;
    return this.#type(types.blob + 2 * value.length);
  }

  /** A point of two coordinates, as `encodeGeometry` makes it: most detections are one. */
  point(x: number, y: number): this {
    const length = pointHead.length + 16;
    this.#reserve(length);
    this.#values.set(pointHead, this.#length);
    this.#view.setFloat64(this.#length + pointHead.length, x, true);
    this.#view.setFloat64(this.#length + pointHead.length + 8, y, true);
    this.#length += length;
    return this.#type(types.blob + 2 * length);
  }

  /** Values that were written before. */
  again({ types, values }: RecordPart): this {
    this.#header.set(types, this.#headerLength);
    this.#headerLength += types.length;
    this.#reserve(values.length);
    this.#values.set(values, this.#length);
    this.#length += values.length;
    return this;
  }

  #type(type: number): this {
    this.#headerLength = writeVarint(this.#header, this.#headerLength, type);
    return this;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#values.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.#values.length, this.#length + length));
    grown.set(this.values());
    this.#values = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** What stands before the coordinates. */
const pointHead = encodeGeometry({ type: 'Point', coordinates: [0, 0] }).slice(0, -16);

/** Serial types; texts and blobs add twice their length. */
const types = { null: 0, integer32: 4, double: 7, blob: 12, text: 13 } as const;

/** Writes SQLite's variable-length integer, seven bits a byte, the highest first. Returns the offset behind it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  if (value < 0x80) {
    bytes[at] = value;
    return at + 1;
  }
  let next = at;
  for (let byte = varintLength(value) - 1; byte >= 0; byte -= 1) {
    const bits = Math.floor(value / 2 ** (7 * byte)) & 0x7f;
    bytes[next] = byte > 0 ? bits | 0x80 : bits;
    next += 1;
  }
  return next;
}

/** How many bytes `writeVarint` takes, for values below 2⁴⁹. */
export function varintLength(value: number): number {
  let length = 1;
  while (value >= 2 ** (7 * length)) length += 1;
  return length;
}
