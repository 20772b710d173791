import { Buffer } from 'node:buffer';
import type { Sql } from '../sql.ts';
import { encodeGeometry } from './geometry-blob.ts';

/** Bytes that grow as they are written: SQLite's changeset records (ext/session/sqlite3session.c). */
export class RowBytes {
  #bytes: Buffer<ArrayBuffer>;
  #view: DataView<ArrayBuffer>;
  #at = 0;

  constructor(length: number) {
    this.#bytes = Buffer.allocUnsafeSlow(length);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset);
  }

  get length(): number {
    return this.#at;
  }

  /** What was written; a view. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#at);
  }

  /** The head of the change that inserts a row; its values follow, one for each column. */
  insertion(): void {
    this.#reserve(2);
    this.#bytes[this.#at] = changes.insert;
    this.#bytes[this.#at + 1] = 0;
    this.#at += 2;
  }

  /** Returns where its eight bytes stand, to be written over later. */
  integer(value: number): number {
    this.#reserve(9);
    this.#bytes[this.#at] = types.integer;
    this.#view.setInt32(this.#at + 1, Math.floor(value / 2 ** 32));
    this.#view.setUint32(this.#at + 5, value >>> 0);
    this.#at += 9;
    return this.#at - 8;
  }

  double(value: number | null): void {
    if (value === null) {
      this.null();
      return;
    }
    this.#reserve(9);
    this.#bytes[this.#at] = types.double;
    this.#view.setFloat64(this.#at + 1, value);
    this.#at += 9;
  }

  null(): void {
    this.#reserve(1);
    this.#bytes[this.#at] = types.null;
    this.#at += 1;
  }

  text(value: string | null): void {
    if (value === null) {
      this.null();
      return;
    }
    // Three bytes of UTF-8 are the most that a UTF-16 unit can take.
    this.#reserve(value.length * 3 + 10);
    this.#bytes[this.#at] = types.text;
    const guess = varintLength(value.length);
    const start = this.#at + 1 + guess;
    const length = this.#bytes.write(value, start, 'utf8');
    const needed = varintLength(length);
    if (needed !== guess) this.#bytes.copyWithin(this.#at + 1 + needed, start, start + length);
    this.#at += 1;
    this.#varint(length);
    this.#at += length;
  }

  blob(value: Uint8Array): void {
    this.#reserve(value.length + 10);
    this.#bytes[this.#at] = types.blob;
    this.#at += 1;
    this.#varint(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** A point of two coordinates, as `encodeGeometry` makes it: most detections are one. */
  point(x: number, y: number): void {
    this.#reserve(2 + pointHead.length + 16);
    this.#bytes[this.#at] = types.blob;
    this.#bytes[this.#at + 1] = pointHead.length + 16;
    this.#bytes.set(pointHead, this.#at + 2);
    this.#at += 2 + pointHead.length;
    this.#view.setFloat64(this.#at, x, true);
    this.#view.setFloat64(this.#at + 8, y, true);
    this.#at += 16;
  }

  /** Values that were written before, as they stand. */
  raw(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#at);
    this.#at += values.length;
  }

  #varint(value: number): void {
    const length = varintLength(value);
    for (let byte = length - 1; byte >= 0; byte -= 1) {
      const bits = Math.floor(value / 2 ** (7 * byte)) & 0x7f;
      this.#bytes[this.#at] = byte > 0 ? bits | 0x80 : bits;
      this.#at += 1;
    }
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#at + length));
    grown.set(this.bytes());
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer, grown.byteOffset);
  }
}

/** What stands before the coordinates. */
const pointHead = encodeGeometry({ type: 'Point', coordinates: [0, 0] }).slice(0, -16);

const changes = { insert: 18 } as const;
const types = { integer: 1, double: 2, text: 3, blob: 4, null: 5 } as const;

/** Bytes of SQLite's variable-length integer: seven bits each, the highest first. */
function varintLength(value: number): number {
  let length = 1;
  while (value >= 2 ** (7 * length)) length += 1;
  return length;
}

/** The head that stands before the changes of a table: its name and which of its columns are the primary key. */
export function tableHead(table: string, columns: number, keyColumns: readonly number[]): Uint8Array {
  const flags = Array.from({ length: columns }, (_none, column) => (keyColumns.includes(column) ? 1 : 0));
  return Buffer.concat([Buffer.from([0x54, columns, ...flags]), Buffer.from(`${table}\0`)]);
}

/** Makes the changes of a changeset in one call, in a transaction. Anything in the way, such as an id that is there already, throws. */
export function applyChanges(sql: Sql, changeset: Uint8Array, where: string): void {
  if (!sql.database.applyChangeset(changeset))
    throw new Error(`Rows could not be added to ${where} of the workspace: some are there already.`);
}
