import { decodeAs } from '../../decode-as.ts';
import { codePageOfDriver, findEncoding } from './name-encoding.ts';

const fieldLength = 32;
const endOfFields = 0x0d;
const deletedMark = 0x2a;

/** Names and deletion marks of the records of a shapefile, by their numbers from 1. */
export type DbfNames = {
  nameOf(record: number): string | undefined;
  /** Whether it is marked as deleted; such a record is only removed when the file is packed. */
  isDeleted(record: number): boolean;
  /** Why the letters of the names may be wrong; undefined when they are sure. */
  readonly doubt: string | undefined;
};

/**
 * Reads the names of the records from the .dbf of a shapefile (dBASE III): the first field called name, title or label,
 * in any letter case, else the first whose name begins or ends with `name`.
 *
 * The encoding is that named in the .cpg, else that of the language driver in the header (`findEncoding`). Undefined if
 * the file is not a .dbf.
 */
export function readDbfNames(bytes: Uint8Array, codePage: string | undefined): DbfNames | undefined {
  if (bytes.length < fieldLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint16(8, true);
  const recordBytes = view.getUint16(10, true);
  if (headerBytes > bytes.length || headerBytes < fieldLength || recordBytes === 0) return undefined;
  const field = nameField(bytes, headerBytes);
  const startOf = (record: number) => headerBytes + (record - 1) * recordBytes;
  const cellOf = (record: number) => {
    const at = startOf(record) + (field?.offset ?? 0);
    if (!field || at + field.length > bytes.length) return undefined;
    return withoutPadding(bytes.subarray(at, at + field.length));
  };
  const count = Math.floor((bytes.length - headerBytes) / recordBytes);
  const cells = Array.from({ length: count }, (_, index) => cellOf(index + 1) ?? new Uint8Array());
  const stated = codePage?.trim() || codePageOfDriver(bytes[29] ?? 0);
  const { decode, doubt } = findEncoding(stated, cells);
  return {
    nameOf(record) {
      const cell = cellOf(record);
      const name = cell && decode(cell).replaceAll('\0', ' ').trim();
      return name === '' ? undefined : name;
    },
    isDeleted: (record) => bytes[startOf(record)] === deletedMark,
    doubt,
  };
}

/** Without the spaces or zeros that fill the width: what is full may end within a letter. */
function withoutPadding(cell: Uint8Array): Uint8Array {
  let end = cell.length;
  while (end > 0 && (cell[end - 1] === 0x20 || cell[end - 1] === 0)) end -= 1;
  return cell.subarray(0, end);
}

type Field = { readonly name: string; readonly offset: number; readonly length: number };

function nameField(bytes: Uint8Array, headerBytes: number): Field | undefined {
  const fields: Field[] = [];
  // The first byte of a record marks whether it was deleted.
  let offset = 1;
  for (
    let at = fieldLength;
    at + fieldLength <= headerBytes && bytes[at] !== endOfFields;
    at += fieldLength
  ) {
    const name = (decodeAs('windows-1252', bytes.subarray(at, at + 11)) ?? '')
      .replace(/\0.*$/s, '')
      .trim()
      .toLowerCase();
    const type = String.fromCharCode(bytes[at + 11] ?? 0);
    const length = bytes[at + 16] ?? 0;
    if (type === 'C') fields.push({ name, offset, length });
    offset += length;
  }
  const exact = ['name', 'title', 'label'].map((fieldName) => fields.find(({ name }) => name === fieldName));
  return exact.find((field) => field !== undefined) ?? fields.find(({ name }) => /^name|name$/.test(name));
}
