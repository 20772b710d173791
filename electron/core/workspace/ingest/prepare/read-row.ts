import { Buffer } from 'node:buffer';

/** Of a row that `createFeatureTable` wrote, what makes out its detection's identity. */
export type RowIdentity = {
  readonly geometry: Uint8Array;
  readonly chipIdentifier: string | null;
  readonly position: number;
};

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Columns of the detection tables that are looked for. */
const wanted = { geometry: 1, chipIdentifier: 8, position: 13 } as const;

/** Reads the row that begins at `start`. */
export function readRowIdentity(rows: Uint8Array, start: number): RowIdentity {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  const found: Mutable<RowIdentity> = { geometry: rows, chipIdentifier: null, position: 0 };
  let at = start + 2;
  for (let column = 0; column <= wanted.position; column += 1) {
    const type = rows[at];
    at += 1;
    if (type === 1 || type === 2) {
      if (column === wanted.position) found.position = view.getUint32(at + 4);
      at += 8;
    } else if (type === 3 || type === 4) {
      const { value: length, end } = readVarint(rows, at);
      const bytes = rows.subarray(end, end + length);
      if (column === wanted.geometry) found.geometry = bytes;
      if (column === wanted.chipIdentifier) found.chipIdentifier = Buffer.from(bytes).toString('utf8');
      at = end + length;
    }
  }
  return found;
}

function readVarint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
  }
}
