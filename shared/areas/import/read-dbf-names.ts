import { decodeAs } from '../../decode-as.ts';

const fieldLength = 32;
const endOfFields = 0x0d;

/**
 * Returns a function from a record number, from 1, to the record's name in the .dbf of a shapefile (dBASE III): the
 * first field called name, title or label, in any letter case, else the first whose name begins or ends with `name`.
 *
 * The encoding is that named in the .cpg, else that of the language driver in the header, else UTF-8, else
 * Windows-1252. Returns undefined if the file is not a .dbf; the function returns no names if there is no such field.
 */
export function readDbfNames(
  bytes: Uint8Array,
  codePage: string | undefined,
): ((record: number) => string | undefined) | undefined {
  if (bytes.length < fieldLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint16(8, true);
  const recordBytes = view.getUint16(10, true);
  if (headerBytes > bytes.length || headerBytes < fieldLength || recordBytes === 0) return undefined;
  const field = nameField(bytes, headerBytes);
  const label = (codePage && labelOfCodePage(codePage)) ?? labelOfDriver.get(bytes[29] ?? 0);
  return (record) => {
    const at = headerBytes + (record - 1) * recordBytes + (field?.offset ?? 0);
    if (!field || at + field.length > bytes.length) return undefined;
    const cell = bytes.subarray(at, at + field.length);
    const text =
      (label && decodeAs(label, cell)) ?? decodeAs('utf-8', cell) ?? decodeAs('windows-1252', cell) ?? '';
    const name = text.replaceAll('\0', ' ').trim();
    return name === '' ? undefined : name;
  };
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

/**
 * Converts the content of a .cpg file to a label of the Encoding Standard: `UTF-8`, `1251`, `CP936`, `ANSI 932`,
 * `ISO-8859-1`.
 */
function labelOfCodePage(codePage: string): string | undefined {
  const text = codePage.trim().toLowerCase();
  const number = /^(?:cp|ansi|oem|windows|ibm|ms)?[\s_-]*(\d{3,5})$/.exec(text)?.[1];
  if (number) return labelOfNumber.get(number) ?? `windows-${number}`;
  return text.replace(/^iso[\s_-]*8859[\s_-]*/, 'iso-8859-');
}

const labelOfNumber: ReadonlyMap<string, string> = new Map([
  ['65001', 'utf-8'],
  ['866', 'ibm866'],
  ['874', 'windows-874'],
  ['932', 'shift_jis'],
  ['936', 'gbk'],
  ['949', 'euc-kr'],
  ['950', 'big5'],
  ['28591', 'iso-8859-1'],
]);

/** Language drivers (byte 29 of the header) with an encoding that both hosts support. */
const labelOfDriver: ReadonlyMap<number, string> = new Map([
  [0x03, 'windows-1252'],
  [0x13, 'shift_jis'],
  [0x26, 'ibm866'],
  [0x4d, 'gbk'],
  [0x4e, 'euc-kr'],
  [0x4f, 'big5'],
  [0x57, 'windows-1252'],
  [0x65, 'ibm866'],
  [0x78, 'big5'],
  [0x79, 'euc-kr'],
  [0x7a, 'gbk'],
  [0x7b, 'shift_jis'],
  [0xc8, 'windows-1250'],
  [0xc9, 'windows-1251'],
  [0xca, 'windows-1254'],
  [0xcb, 'windows-1253'],
]);
