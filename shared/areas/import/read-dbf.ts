import { freeNames } from './free-name.ts';
import { codePageOfDriver, findEncoding } from './name-encoding.ts';

const fieldLength = 32;
const endOfFields = 0x0d;
const deletedMark = 0x2a;

/** Names, attributes and deletion marks of the records of a shapefile, by their numbers from 1. */
export type DbfRecords = {
  nameOf(record: number): string | undefined;
  /**
   * Values by the names of their fields: texts, numbers, booleans, and null for blank ones. `noteMisfit` receives the fields
   * whose cells do not fit them.
   */
  attributesOf(
    record: number,
    noteMisfit: (field: string, reason: string) => void,
  ): Readonly<Record<string, unknown>>;
  /** Whether it is marked as deleted; such a record is only removed when the file is packed. */
  isDeleted(record: number): boolean;
  /** Reason why the letters of texts may be wrong; undefined when they are sure. */
  readonly doubt: string | undefined;
};

/**
 * Reads the records of the .dbf of a shapefile (dBASE III). Names are those of the first field called name, title or label,
 * in any letter case, else the first whose name begins or ends with `name`.
 *
 * The encoding of texts and of the names of fields is that named in the .cpg, else that of the language driver in the
 * header (`findEncoding`). Undefined if the file is not a .dbf.
 */
export function readDbf(bytes: Uint8Array, codePage: string | undefined): DbfRecords | undefined {
  if (bytes.length < fieldLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint16(8, true);
  const recordBytes = view.getUint16(10, true);
  if (headerBytes > bytes.length || headerBytes < fieldLength || recordBytes === 0) return undefined;
  const stated = codePage?.trim() || codePageOfDriver(bytes[29] ?? 0);
  const raw = readFields(bytes, headerBytes);
  const names = findEncoding(
    stated,
    raw.map(({ title }) => title),
  );
  const fields = raw.map((one) => ({ ...one, name: names.decode(one.title).trim() }));
  const titles = freeNames(fields.map(({ name }) => name));
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
  const { decode, doubt = names.doubt } = findEncoding(stated, cells);
  return {
    nameOf(record) {
      const cell = cellOf(record);
      const name = cell && decode(cell).replaceAll('\0', ' ').trim();
      return name === '' ? undefined : name;
    },
    attributesOf: (record, noteMisfit) =>
      Object.fromEntries(
        fields.map((one, index) => {
          const title = titles[index] ?? one.name;
          const cell = readCell(record, one);
          if (cell === undefined) return [title, null];
          const { value, misfit } = readValue(one, decode(cell));
          if (misfit !== undefined) noteMisfit(title, misfit);
          return [title, value];
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

/** A value, and a sentence about a cell that is none of the type of its field. */
type Cell = { readonly value: unknown; readonly misfit?: string };

/** Reads a cell of dBASE III; one that does not fit its field is the text that it has. */
function readValue({ type, decimals }: Field, cell: string): Cell {
  const text = cell.replaceAll('\0', ' ').trimEnd();
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  switch (type) {
    case 'C':
      return { value: text };
    case 'N':
    case 'F':
      return readNumber(trimmed, decimals);
    case 'L':
      if (/^[yt1]$/i.test(trimmed)) return { value: true };
      if (/^[nf0]$/i.test(trimmed)) return { value: false };
      return trimmed === '?' ? { value: null } : { value: text, misfit: asText };
    case 'D':
      return readDate(trimmed);
    default:
      return {
        value: null,
        misfit: `Fields of a type other than text, number, date and logical were left out.`,
      };
  }
}

const asText = 'Cells that do not fit the type of their field were read as the texts that they have.';

/** An asterisk fills a number that is too long for its field (dBASE III, “Field types”). */
function readNumber(text: string, decimals: number): Cell {
  if (/^\*+$/.test(text))
    return {
      value: null,
      misfit: 'Numbers that were too long for their field, which asterisks fill, are not in the file.',
    };
  const plain = decimalPoint(text, decimals);
  const number = Number(plain);
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) || !Number.isFinite(number))
    return { value: text, misfit: asText };
  // An integer that a double cannot hold has its digits.
  const isLong = /^[-+]?\d+$/.test(plain) && !Number.isSafeInteger(number);
  return { value: isLong ? BigInt(plain.replace('+', '')) : number };
}

/**
 * A decimal comma as a point, without the spaces between thousands. Before three digits it may separate thousands, unless
 * the field has three decimals.
 */
function decimalPoint(text: string, decimals: number): string {
  const [, whole, fraction] = /^([-+]?(?:\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)),(\d+)$/.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) return text;
  const isGrouped = /\D/.test(whole.slice(1));
  if (fraction.length === 3 && decimals !== 3 && !isGrouped) return text;
  return `${whole.replaceAll(/[ \u00a0\u202f]/g, '')}.${fraction}`;
}

/** `YYYYMMDD`; other forms, in which it is not certain what is the year, are texts. */
function readDate(text: string): Cell {
  if (/^0+$/.test(text)) return { value: null };
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const time = Date.parse(`${iso}T00:00:00Z`);
  const isDate = Number.isFinite(time) && new Date(time).toISOString().startsWith(iso);
  return isDate ? { value: iso } : { value: text, misfit: asText };
}

type Field = {
  readonly name: string;
  readonly type: string;
  /** The number of digits after the point, of a number. */
  readonly decimals: number;
  readonly offset: number;
  readonly length: number;
};

/** A field whose name is not decoded. */
type RawField = Omit<Field, 'name'> & { readonly title: Uint8Array };

function readFields(bytes: Uint8Array, headerBytes: number): readonly RawField[] {
  const fields: RawField[] = [];
  // The first byte of a record marks whether it was deleted.
  let offset = 1;
  for (
    let at = fieldLength;
    at + fieldLength <= headerBytes && bytes[at] !== endOfFields;
    at += fieldLength
  ) {
    const end = bytes.indexOf(0, at);
    const title = bytes.subarray(at, end < 0 ? at + 11 : Math.min(end, at + 11));
    const type = String.fromCharCode(bytes[at + 11] ?? 0);
    const length = bytes[at + 16] ?? 0;
    fields.push({ title, type, decimals: bytes[at + 17] ?? 0, offset, length });
    offset += length;
  }
  return fields;
}

function nameField(all: readonly Field[]): Field | undefined {
  const fields = all.filter(({ type }) => type === 'C');
  const find = (pattern: RegExp) => fields.find(({ name }) => pattern.test(name));
  return find(/^name$/i) ?? find(/^title$/i) ?? find(/^label$/i) ?? find(/^name|name$/i);
}
