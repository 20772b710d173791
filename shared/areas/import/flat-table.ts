import { decodeAs } from '../../decode-as.ts';

/**
 * A table of a FlatBuffers buffer (flatbuffers.dev/internals), whose fields are named by their numbers. Every reader throws
 * a RangeError where the buffer ends before the value.
 */
export type FlatTable = {
  number(field: number, kind: 'u8' | 'u16' | 'i32' | 'u64', absent: number): number;
  text(field: number): string | undefined;
  /** The bytes of a vector. */
  bytes(field: number): Uint8Array | undefined;
  counts(field: number): readonly number[];
  doubles(field: number): Float64Array;
  table(field: number): FlatTable | undefined;
  tables(field: number): readonly FlatTable[];
};

/** A text, which is UTF-8 in a sound file. */
export function decodeFlatText(bytes: Uint8Array): string {
  return decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes) ?? '';
}

/** The root table of a buffer that begins at `at`. */
export function readFlatTable(bytes: Uint8Array, at: number): FlatTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return tableAt(bytes, view, at + view.getUint32(at, true));
}

function tableAt(bytes: Uint8Array, view: DataView, table: number): FlatTable {
  const vtable = table - view.getInt32(table, true);
  const vtableLength = view.getUint16(vtable, true);
  /** The place of the field; undefined when it is absent. */
  const find = (field: number) => {
    const entry = 4 + 2 * field;
    const offset = entry + 2 <= vtableLength ? view.getUint16(vtable + entry, true) : 0;
    return offset === 0 ? undefined : table + offset;
  };
  const follow = (at: number) => at + view.getUint32(at, true);
  const vector = (field: number, width: number) => {
    const at = find(field);
    if (at === undefined) return undefined;
    const start = follow(at);
    const count = view.getUint32(start, true);
    if (start + 4 + count * width > bytes.byteLength) throw new RangeError('A list ends after its buffer.');
    return { start: start + 4, count };
  };
  const readBytes = (field: number) => {
    const list = vector(field, 1);
    return list && bytes.subarray(list.start, list.start + list.count);
  };
  return {
    number(field, kind, absent) {
      const at = find(field);
      if (at === undefined) return absent;
      if (kind === 'u8') return view.getUint8(at);
      if (kind === 'u16') return view.getUint16(at, true);
      return kind === 'i32' ? view.getInt32(at, true) : Number(view.getBigUint64(at, true));
    },
    text(field) {
      const text = readBytes(field);
      return text && decodeFlatText(text);
    },
    bytes: readBytes,
    counts(field) {
      const { start, count } = vector(field, 4) ?? { start: 0, count: 0 };
      return Array.from({ length: count }, (_, index) => view.getUint32(start + 4 * index, true));
    },
    doubles(field) {
      const { start, count } = vector(field, 8) ?? { start: 0, count: 0 };
      return Float64Array.from({ length: count }, (_, index) => view.getFloat64(start + 8 * index, true));
    },
    table(field) {
      const at = find(field);
      return at === undefined ? undefined : tableAt(bytes, view, follow(at));
    },
    tables(field) {
      const { start, count } = vector(field, 4) ?? { start: 0, count: 0 };
      return Array.from({ length: count }, (_, index) => tableAt(bytes, view, follow(start + 4 * index)));
    },
  };
}
