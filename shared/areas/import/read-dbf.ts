import { decodeAs } from '../../decode-as.ts';
import { freeNames } from './free-name.ts';
import { codePageOfDriver, findEncoding } from './name-encoding.ts';

const fieldLength = 32;
const endOfFields = 0x0d;
const deletedMark = 0x2a;

/** Names, attributes and deletion marks of the records of a shapefile, by their numbers from 1. */
export type DbfRecords = {
  nameOf(record: number): string | undefined;
  /** Values by the names of their fields: texts, numbers, booleans, and null for blank ones. */
  attributesOf(record: number): Readonly<Record<string, unknown>>;
  /** Whether it is marked as deleted; such a record is only removed when the file is packed. */
  isDeleted(record: number): boolean;
  /** Reason why the letters of texts may be wrong; undefined when they are sure. */
  readonly doubt: string | undefined;
};

/**
 * Reads the records of the .dbf of a shapefile (dBASE III). Names are those of the first field called name, title or label,
 * in any letter case, else the first whose name begins or ends with `name`.
 *
 * The encoding is that named in the .cpg, else that of the language driver in the header (`findEncoding`). Undefined if
 * the file is not a .dbf.
 */
export function readDbf(bytes: Uint8Array, codePage: string | undefined): DbfRecords | undefined {
  if (bytes.length < fieldLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint16(8, true);
  const recordBytes = view.getUint16(10, true);
  if (headerBytes > bytes.length || headerBytes < fieldLength || recordBytes === 0) return undefined;
  const fields = readFields(bytes, headerBytes);
  const titles = freeNames(fields.map(({ title }) => title));
  const field = nameField(fields);
  const startOf = (record: number) => headerBytes + (record - 1) * recordBytes;
  const readCell = (record: number, { offset, length }: Field) => {
    const at = startOf(record) + offset;
    return at + length > bytes.length ? undefined : withoutPadding(bytes.subarray(at, at + length));
  };
  const cellOf = (record: number) => field && readCell(record, field);
  const count = Math.floor((bytes.length - headerBytes) / recordBytes);
  const sampled = field ?? fields.find(({ type }) => type === 'C');
  const cells = Array.from(
    { length: count },
    (_, index) => (sampled && readCell(index + 1, sampled)) ?? new Uint8Array(),
  );
  const stated = codePage?.trim() || codePageOfDriver(bytes[29] ?? 0);
  const { decode, doubt } = findEncoding(stated, cells);
  return {
    nameOf(record) {
      const cell = cellOf(record);
      const name = cell && decode(cell).replaceAll('\0', ' ').trim();
      return name === '' ? undefined : name;
    },
    attributesOf: (record) =>
      Object.fromEntries(
        fields.map((one, index) => {
          const cell = readCell(record, one);
          return [titles[index] ?? one.title, cell === undefined ? null : readValue(one.type, decode(cell))];
        }),
      ),
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

/** A value of dBASE; an asterisk fills a number that is too long for its field (dBASE III, “Field types”). */
function readValue(type: string, cell: string): unknown {
  const text = cell.replaceAll('\0', ' ').trimEnd();
  const trimmed = text.trim();
  if (trimmed === '' || /^\*+$/.test(trimmed)) return null;
  switch (type) {
    case 'N':
    case 'F':
      return Number.isFinite(Number(trimmed)) ? Number(trimmed) : null;
    case 'L':
      return /^[yt]$/i.test(trimmed) ? true : /^[nf]$/i.test(trimmed) ? false : null;
    case 'D':
      return trimmed.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    default:
      return text;
  }
}

type Field = {
  /** Name in the file, and in lower case. */
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly length: number;
};

function readFields(bytes: Uint8Array, headerBytes: number): readonly Field[] {
  const fields: Field[] = [];
  // The first byte of a record marks whether it was deleted.
  let offset = 1;
  for (
    let at = fieldLength;
    at + fieldLength <= headerBytes && bytes[at] !== endOfFields;
    at += fieldLength
  ) {
    const title = (decodeAs('windows-1252', bytes.subarray(at, at + 11)) ?? '').replace(/\0.*$/s, '').trim();
    const type = String.fromCharCode(bytes[at + 11] ?? 0);
    const length = bytes[at + 16] ?? 0;
    fields.push({ title, name: title.toLowerCase(), type, offset, length });
    offset += length;
  }
  return fields;
}

function nameField(all: readonly Field[]): Field | undefined {
  const fields = all.filter(({ type }) => type === 'C');
  const exact = ['name', 'title', 'label'].map((fieldName) => fields.find(({ name }) => name === fieldName));
  return exact.find((field) => field !== undefined) ?? fields.find(({ name }) => /^name|name$/.test(name));
}
