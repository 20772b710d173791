import { describeFile, describeWebPage, isWebPage } from '../../describe-file.ts';
import { beginsAsWkt, unwrapWkt } from '../../geo/unwrap-wkt.ts';
import type { TablePreview } from '../../tables/table-columns.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { decodeText, startsWith } from './decode-text.ts';
import { describeDatabase } from './describe-database.ts';
import { ImportLog } from './import-log.ts';
import { announcedFormats, noteFormat } from './note-format.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readArchive, unpackOnly } from './read-archive.ts';
import { isCsvOfPositions, isEvenTable, previewTable, readCsv } from './read-csv.ts';
import { readFlatGeobuf } from './read-flatgeobuf.ts';
import { readGeoJson } from './read-geojson.ts';
import { readWkt } from './read-wkt.ts';
import { readXml } from './read-xml.ts';
import type { ImportFile, SourceLayer, SourceShape } from './source-shape.ts';

/**
 * Reads the layers of a file by the format of its content: an archive may have several, each other file is one. For a log of
 * areas, shapes that cannot become areas are noted in it; a long text is read while the shapes are requested.
 */
export function readShapes(
  file: ImportFile,
  log: ImportLog,
  effort: ComparisonBudget,
): Outcome<readonly SourceLayer[]> {
  const unpacked = unpackOnly(file, log);
  if (!unpacked.ok) return unpacked;
  const one = unpacked.value ?? file;
  const { name, bytes, codePage } = one;
  const binary = detectBinaryFormat(bytes);
  // An office document is an archive, too.
  const office = binary?.kind === 'zip' ? describeFile(bytes) : undefined;
  if (office !== undefined) return refuse('unsupported-format', name, office);
  if (binary?.kind === 'zip') return readArchive(bytes, name, log, effort, codePage);
  const shapes = readOnlyLayer(one, binary, log);
  return shapes.ok ? accept([{ shapes: shapes.value, style: log.style }]) : shapes;
}

function readOnlyLayer(
  { name, bytes, codePage, columns }: ImportFile,
  binary: BinaryFormat | undefined,
  log: ImportLog,
): Outcome<Iterable<SourceShape>> {
  if (binary?.kind === 'flatgeobuf') {
    noteFormat(name, 'FlatGeobuf', log);
    return readFlatGeobuf(bytes, name, log);
  }
  if (binary?.kind === 'unsupported') return refuse('unsupported-format', name, `This is ${binary.what}.`);
  const database = describeDatabase(bytes);
  if (database !== undefined) return refuse('unsupported-format', name, database);
  const text = decodeText(bytes, name, log, codePage);
  if (!text.ok) return text;
  const announced = announcedFormats.get(/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '')?.[0];
  if (isWebPage(text.value)) return refuse('unsupported-format', name, describeWebPage(announced));
  if (text.value.trim() === '') return refuse('empty-file', name, 'The file holds nothing but white space.');
  const format = columns ? 'csv' : detectTextFormat(text.value, name);
  // Bytes that are no text, whatever the name of the file.
  const other = /^\s*[[{<]/.test(text.value) ? undefined : describeFile(bytes);
  if (other !== undefined && format !== 'csv' && format !== 'wkt')
    return refuse('unsupported-format', name, other);
  switch (format) {
    case 'geojson':
      noteFormat(name, 'GeoJSON', log);
      return readGeoJson(text.value, name, log);
    case 'xml':
      return readXml(text.value, name, log);
    case 'wkt':
      noteFormat(name, 'WKT', log);
      return readWkt(text.value, name, log);
    case 'csv':
      noteFormat(name, 'CSV', log);
      return readCsv(text.value, name, log, columns);
    default:
      return refuse(
        'unknown-format',
        name,
        'This is not GeoJSON, WKT, KML, KMZ, GPX, FlatGeobuf, CSV with a column of WKT, or a zipped shapefile.',
      );
  }
}

/** Bytes at the start of a table that show its columns. */
export const previewedBytes = 1 << 20;

/** The start of a table (CSV) that is not packed, with the proposed columns; undefined for other files. */
export function previewOf({ name, bytes, codePage }: ImportFile): TablePreview | undefined {
  if (detectBinaryFormat(bytes) || describeDatabase(bytes) !== undefined) return undefined;
  const isCut = bytes.length > previewedBytes;
  const end = isCut ? bytes.lastIndexOf(0x0a, previewedBytes) + 1 : bytes.length;
  // A text of UTF-16 has two bytes for each character.
  const isWide = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
  const start = bytes.subarray(0, isWide && isCut ? previewedBytes : end);
  const text = decodeText(start, name, new ImportLog('layer'), codePage);
  if (!text.ok || isWebPage(text.value) || text.value.trim() === '') return undefined;
  const format = detectTextFormat(text.value, name);
  const isTable = format === 'csv' || (format === undefined && isEvenTable(text.value));
  return isTable ? previewTable(text.value, isCut) : undefined;
}

/** Formats that an import distinguishes by their first bytes. */
type BinaryFormat =
  | { readonly kind: 'zip' }
  | { readonly kind: 'flatgeobuf' }
  | { readonly kind: 'unsupported'; readonly what: string };

const zipSignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
] as const;

const unsupported: readonly (readonly [signature: readonly number[], what: string])[] = [
  [[0x00, 0x00, 0x27, 0x0a], 'a bare .shp. Put it into a zip with its .dbf and .prj'],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'an Excel workbook (.xls) or another file of Microsoft Office. Save its sheet as CSV',
  ],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive. Unpack it, or pack it as zip'],
  [[...asciiBytes('Rar!')], 'a RAR archive. Unpack it, or pack it as zip'],
  [[...asciiBytes('%PDF')], 'a PDF document. Ask for the area as GeoJSON, KML or shapefile'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image, which holds no polygons'],
  [[0xff, 0xd8, 0xff], 'a JPEG image, which holds no polygons'],
  [[0x49, 0x49, 0x2a, 0x00], 'a TIFF image, which holds no polygons'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'a TIFF image, which holds no polygons'],
];

/** The binary format of a file by its first bytes, or undefined if it may be text. */
function detectBinaryFormat(bytes: Uint8Array): BinaryFormat | undefined {
  if (zipSignatures.some((signature) => startsWith(bytes, signature))) return { kind: 'zip' };
  if (startsWith(bytes, asciiBytes('fgb'))) return { kind: 'flatgeobuf' };
  const known = unsupported.find(([signature]) => startsWith(bytes, signature));
  return known && { kind: 'unsupported', what: known[1] };
}

/** Text formats. `xml` is KML or GPX, which their root element shows. */
type TextFormat = 'geojson' | 'xml' | 'wkt' | 'csv';

/** The format of a text: by its first character, else by the ending of the file's name; undefined if neither shows it. */
function detectTextFormat(text: string, name: string): TextFormat | undefined {
  const first = /[^\s\p{Cc}]/u.exec(text)?.[0];
  if (first === '{' || first === '[') return 'geojson';
  if (beginsAsWkt(text)) return 'wkt';
  if (first === '<') return 'xml';
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (unwrapWkt(line) !== line) return 'wkt';
  if (isCsvOfPositions(text)) return 'csv';
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return formatOfEnding.get(ending ?? '');
}

const formatOfEnding: ReadonlyMap<string, TextFormat> = new Map([
  ['geojson', 'geojson'],
  ['json', 'geojson'],
  ['geojsonl', 'geojson'],
  ['geojsons', 'geojson'],
  ['ndjson', 'geojson'],
  ['jsonl', 'geojson'],
  ['kml', 'xml'],
  ['gpx', 'xml'],
  ['wkt', 'wkt'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
]);

function asciiBytes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
