import { cutText } from './cut-text.ts';
import { toSingleLine } from './printable-text.ts';

/** Bytes at the start of a file that show what it is. */
export const describedBytes = 65_536;

const html =
  /^\s*(?:<!--[\s\S]*?-->\s*)*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|script|meta|title)\b/i;
const unpack = 'Unpack it, and choose the file in it.';
const saveSheet = 'Open it there, and save the sheet as CSV.';

/** Bytes at an offset of a file of each kind, in Latin-1, and a sentence with what to do about it. */
const signatures: readonly (readonly [offset: number, bytes: string, sentence: string])[] = [
  [
    0,
    '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
    `This is an Excel workbook (.xls) or another file of Microsoft Office. ${saveSheet}`,
  ],
  [0, '\t\x08\x10\0\0\x06', `This is an Excel workbook (.xls). ${saveSheet}`],
  [0, '%PDF', 'This is a PDF document. Request the data as a file of data.'],
  [0, '\x1F\x8B', `This is a gzip file. ${unpack}`],
  [0, '7z\xBC\xAF\x27\x1C', `This is a 7-Zip archive. ${unpack}`],
  [0, 'Rar!', `This is a RAR archive. ${unpack}`],
  [0, '\xFD7zXZ\0', `This is an xz file. ${unpack}`],
  [0, 'BZh', `This is a bzip2 file. ${unpack}`],
  [0, '\x28\xB5\x2F\xFD', `This is a Zstandard file. ${unpack}`],
  [257, 'ustar', `This is a tar archive. ${unpack}`],
  [
    0,
    'SQLite format 3\0',
    'This is an SQLite database, such as a GeoPackage. Export its table with the program that made it, such as QGIS.',
  ],
  [0, 'PAR1', 'This is a Parquet file. Export it as CSV, for example with DuckDB or QGIS.'],
  [0, 'ARROW1', 'This is an Arrow (Feather) file. Export it as CSV, for example with DuckDB or pandas.'],
  [0, 'CDF\x01', 'This is a NetCDF file. Export the table as CSV.'],
  [0, 'CDF\x02', 'This is a NetCDF file. Export the table as CSV.'],
  [0, '\x89HDF\r\n\x1A\n', 'This is a file of HDF5 or NetCDF. Export the table as CSV.'],
  [0, '\x89PNG', 'This is a PNG image, which has no data that can be read.'],
  [0, '\xFF\xD8\xFF', 'This is a JPEG image, which has no data that can be read.'],
  [0, 'GIF8', 'This is a GIF image, which has no data that can be read.'],
  [0, 'II*\0', 'This is a TIFF image, which has no data that can be read.'],
  [0, 'MM\0*', 'This is a TIFF image, which has no data that can be read.'],
  [8, 'WEBP', 'This is a WebP image, which has no data that can be read.'],
];

/** Whether a text is HTML, whatever the name of its file. */
export function isWebPage(text: string): boolean {
  return html.test(text.slice(0, describedBytes));
}

/** A sentence about an error that a service returned in place of data, with its message. */
export function describeServiceError(message: string): string {
  const named = message.trim() === '' ? '' : ` (“${cutText(toSingleLine(message.trim()), 120)}”)`;
  return `This is an error that a service returned${named}, not data. Download the file again.`;
}

/** Sentences that are the same for each reader; `expected` is the format that the name of the file states. */
export function describeWebPage(expected = 'the file'): string {
  return `This is a web page, perhaps one to sign in, not ${expected}. Sign in there, and download the file again.`;
}

/**
 * The kind of a file that cannot be read, by its first bytes (`describedBytes`), and what to do about it: a sentence or
 * two. Undefined for a zip archive of other files, for text that may be a table, and where nothing is known.
 */
export function describeFile(start: Uint8Array): string | undefined {
  // “latin1” of the Encoding Standard is Windows-1252, in which 0x89 is another character.
  const bytes = Array.from(start.subarray(0, describedBytes), (byte) => String.fromCharCode(byte)).join('');
  const known = signatures.find(([offset, signature]) => bytes.startsWith(signature, offset));
  if (known) return known[2];
  if (bytes.startsWith('PK\x03\x04')) return describeZip(bytes);
  const text = bytes.replace(/^\xEF\xBB\xBF/, '');
  if (isWebPage(text)) return describeWebPage();
  if (/^\s*<(?:\?xml|[a-z])/i.test(text)) return 'This is XML. Export the data as CSV.';
  if (/^\s*[[{]\s*(?:["{[\]}]|-?\d)/.test(text)) return 'This is JSON. Export the data as CSV.';
  if (/^(?:\\[^\\\r\n]*\\)?[!$](?:AI|AB|BS|SA)VD[MO],/m.test(text.slice(0, 2_000)))
    return 'These are messages of NMEA 0183 (AIVDM), as receivers send them. Import them in the AIS tab.';
  return undefined;
}

/** Office documents are archives, whose first entries name them. */
function describeZip(bytes: string): string | undefined {
  const isOffice = bytes.includes('[Content_Types].xml') || bytes.includes('_rels/.rels');
  if (bytes.includes('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'))
    return `This is an OpenDocument spreadsheet (.ods). ${saveSheet}`;
  if (/PK.{28}xl\//s.test(bytes)) return `This is an Excel workbook (.xlsx). ${saveSheet}`;
  if (isOffice || bytes.includes('mimetypeapplication/vnd.oasis.opendocument'))
    return `This is an Office document, such as an Excel workbook (.xlsx). ${saveSheet}`;
  return undefined;
}
