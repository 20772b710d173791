import { Buffer } from 'node:buffer';
import { encodeGeometry } from '../geopackage/geometry-blob.ts';

/** Values of some columns of a row, to be used again in other rows. */
export type RowPart = { readonly types: Uint8Array; readonly values: Uint8Array };

/** Room for the header: its length in the first byte, then the types of as many columns as a workspace table has. */
const maxHeaderLength = 127;

/** A row in SQLite's record format (sqlite.org/fileformat2.html, 2.1), value by value in the order of its columns. */
export class RowRecord {
  readonly #types = new Uint8Array(maxHeaderLength);
  #typesLength = 0;
  /** Values, with room for the header in front. */
  #bytes = Buffer.allocUnsafeSlow(4096);
  #view = new DataView(this.#bytes.buffer);
  #end = maxHeaderLength;

  /** Begins another row. */
  begin(): this {
    this.#typesLength = 0;
    this.#end = maxHeaderLength;
    return this;
  }

  /** Bytes of the record. */
  get length(): number {
    return this.#typesLength + 1 + this.#end - maxHeaderLength;
  }

  /** Copies bytes `from … to` of the record. */
  copyTo(target: Buffer, at: number, from = 0, to = this.length): void {
    const length = this.#typesLength + 1;
    if (length > maxHeaderLength) throw new Error('A row has more columns than its header has room for.');
    const start = maxHeaderLength - length;
    this.#bytes[start] = length;
    for (let index = 0; index < this.#typesLength; index += 1) {
      this.#bytes[start + 1 + index] = this.#types[index] ?? 0;
    }
    this.#bytes.copy(target, at, start + from, start + to);
  }

  /** A copy of what was written since `begin`. */
  toPart(): RowPart {
    return {
      types: this.#types.slice(0, this.#typesLength),
      values: Uint8Array.prototype.slice.call(this.#bytes, maxHeaderLength, this.#end),
    };
  }

  null(): this {
    return this.#type(serialTypes.null);
  }

  /** An integer of at most 32 bits with sign, or null. */
  integer(value: number | null): this {
    if (value === null) return this.null();
    this.#reserve(4);
    this.#view.setInt32(this.#end, value);
    this.#end += 4;
    return this.#type(serialTypes.integer32);
  }

  double(value: number | null): this {
    if (value === null) return this.null();
    this.#reserve(8);
    this.#view.setFloat64(this.#end, value);
    this.#end += 8;
    return this.#type(serialTypes.double);
  }

  text(value: string | null): this {
    if (value === null) return this.null();
    // Three bytes of UTF-8 are the most that a UTF-16 unit can take.
    this.#reserve(value.length * 3);
    const length = this.#bytes.write(value, this.#end, 'utf8');
    this.#end += length;
    return this.#type(serialTypes.text + 2 * length);
  }

  blob(value: Uint8Array): this {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#end);
    this.#end += value.length;
    return this.#type(serialTypes.blob + 2 * value.length);
  }

  /** A point of two coordinates, as `encodeGeometry` makes it: most detections are one. */
  point(x: number, y: number): this {
    const length = pointHeader.length + 16;
    this.#reserve(length);
    for (let index = 0; index < pointHeader.length; index += 1) {
      this.#bytes[this.#end + index] = pointHeader[index] ?? 0;
    }
    this.#view.setFloat64(this.#end + pointHeader.length, x, true);
    this.#view.setFloat64(this.#end + pointHeader.length + 8, y, true);
    this.#end += length;
    return this.#type(serialTypes.blob + 2 * length);
  }

  /** Values that were written before. */
  appendPart({ types, values }: RowPart): this {
    for (let index = 0; index < types.length; index += 1) {
      this.#types[this.#typesLength + index] = types[index] ?? 0;
    }
    this.#typesLength += types.length;
    this.#reserve(values.length);
    this.#bytes.set(values, this.#end);
    this.#end += values.length;
    return this;
  }

  #type(type: number): this {
    this.#typesLength = writeVarint(this.#types, this.#typesLength, type);
    return this;
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#end + length));
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** The bytes before the coordinates. */
const pointHeader = encodeGeometry({ type: 'Point', coordinates: [0, 0] }).slice(0, -16);

/** Serial types; texts and blobs add twice their length. */
const serialTypes = { null: 0, integer32: 4, double: 7, blob: 12, text: 13 } as const;

/** Writes SQLite's variable-length integer, seven bits a byte, the highest first. Returns the offset behind it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  if (value < 0x80) {
    bytes[at] = value;
    return at + 1;
  }
  if (value < 0x4000) {
    bytes[at] = (value >> 7) | 0x80;
    bytes[at + 1] = value & 0x7f;
    return at + 2;
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
  if (value < 0x80) return 1;
  let length = 2;
  while (value >= 2 ** (7 * length)) length += 1;
  return length;
}
