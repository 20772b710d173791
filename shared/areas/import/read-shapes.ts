import { readTwoAngles } from '../../geo/read-angles.ts';
import { readGeometryText } from '../../geo/read-geometry-text.ts';
import { unwrapWkt } from '../../geo/unwrap-wkt.ts';
import { parseCsv } from '../../parse-csv.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { crsFromEpsg } from './coordinate-system.ts';
import { decodeText, startsWith } from './decode-text.ts';
import { describeDatabase } from './describe-database.ts';
import { freeNames } from './free-name.ts';
import type { ImportLog } from './import-log.ts';
import { toDecimal } from './kml-handler.ts';
import { noteFormat } from './note-format.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readArchive } from './read-archive.ts';
import { readFlatGeobuf } from './read-flatgeobuf.ts';
import { readGeoJson, readGeoJsonObject } from './read-geojson.ts';
import { readWkt, readWktGeometry } from './read-wkt.ts';
import { readXml } from './read-xml.ts';
import type { SourceLayer, SourceShape } from './source-shape.ts';

/**
 * A file or pasted text: its content, and its name for messages and for areas without a name. `codePage` is the one that
 * the user chose (`codePages`), for a file whose encoding is not certain; it replaces what the file states or permits.
 */
export type ImportFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly codePage?: string | undefined;
};

/**
 * Reads the layers of a file by the format of its content: an archive may have several, each other file is one. For a log of
 * areas, shapes that cannot become areas are noted in it; a long text is read while the shapes are requested.
 */
export function readShapes(
  file: ImportFile,
  log: ImportLog,
  effort: ComparisonBudget,
): Outcome<readonly SourceLayer[]> {
  const { name, bytes, codePage } = file;
  const binary = detectBinaryFormat(bytes);
  if (binary?.kind === 'zip') return readArchive(bytes, name, log, effort, codePage);
  const shapes = readOnlyLayer(file, binary, log);
  return shapes.ok ? accept([{ shapes: shapes.value }]) : shapes;
}

function readOnlyLayer(
  { name, bytes, codePage }: ImportFile,
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
  if (text.value.trim() === '') return refuse('empty-file', name, 'The file holds nothing but white space.');
  switch (detectTextFormat(text.value, name)) {
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
      return readCsv(text.value, name, log);
    default:
      return refuse(
        'unknown-format',
        name,
        'This is not GeoJSON, WKT, KML, KMZ, GPX, FlatGeobuf, CSV with a column of WKT, or a zipped shapefile.',
      );
  }
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
  [[0x1f, 0x8b], 'a gzip file. Unpack it'],
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
  if (first === '<') return 'xml';
  if (/^\s*(?:SRID\s*=|(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)/i.test(text)) return 'wkt';
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
]);

function asciiBytes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

const geometryNames =
  /^(?:wkt|geometry|geom|the_geom|wkb_geometry|shape|footprint|area|polygon|.*_wkt|wkt_.*)$/i;
const nameNames = ['name', 'title', 'label', 'id'];
const longitudeNames = /^(?:x|lon|lng|long|longitude|.*[_ ]longitude)$/i;
const latitudeNames = /^(?:y|lat|latitude|.*[_ ]latitude)$/i;
const geoJsonStart = /^\s*\{\s*"/;
/** A byte order of 0 or 1, and a type of geometry with the flags of EWKB or the thousands of ISO 13249-3. */
const hexWkb = /^\s*(?:\\x|0x)?0[01][\da-f]{8}(?:[\da-f]{2}){4,}\s*$/i;
const wktStart = /^\s*(?:SRID\s*=|(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)/i;

/** Whether the text is a table whose first row of values, or whose heading, has positions. */
function isCsvOfPositions(text: string): boolean {
  // The second line may be cut; two thousand characters of it show what it begins with.
  const [heading, row] = parseCsv(text.slice(0, 20_000)).rows;
  if (!heading || heading.length < 1) return false;
  return geometryColumn(heading, row ?? []) >= 0 || pointColumns(heading) !== undefined;
}

/**
 * Reads a table (CSV) with a column of WKT, or with columns of longitudes and latitudes in degrees, whose points are
 * noted in the log. Names are those of the first column called name, title, label or id.
 */
function readCsv(text: string, fileName: string, log: ImportLog): Outcome<Iterable<SourceShape>> {
  const { rows: all, separator } = parseCsv(text);
  const [heading = [], ...rows] = all;
  const column = geometryColumn(heading, rows[0] ?? []);
  const toAttributes = createAttributeReader(heading, rows, column < 0 ? [] : [column]);
  if (column < 0) {
    const titles = pointColumns(heading);
    if (rows.length > 0) {
      const place = `${fileName}, columns ${titles?.join(' and ') ?? ''}`;
      log.skip('not-a-polygon', place, 'Only polygons become areas; points and lines were left.');
    }
    if (!log.isOfLayer || !titles) return accept([]);
    const [x, y] = titles.map((title) => heading.indexOf(title));
    const toShape = (row: readonly string[], index: number): SourceShape => {
      const located = { place: `Row ${index + 2}`, feature: { attributes: toAttributes(row) } };
      const [longitude, latitude] = [row[x ?? 0] ?? '', row[y ?? 1] ?? ''];
      if (longitude.trim() === '' && latitude.trim() === '') return { ...located, isEmpty: true };
      return { ...located, point: readCells(longitude, latitude, separator) };
    };
    return accept(rows.values().map(toShape));
  }
  const nameColumn = nameNames
    .map((name) => heading.findIndex((title) => title.trim().toLowerCase() === name))
    .find((index) => index >= 0);
  const shapes: SourceShape[] = [];
  for (const [index, row] of rows.entries()) {
    const name = nameColumn === undefined ? undefined : row[nameColumn]?.trim() || undefined;
    const place = `Row ${index + 2}${name === undefined ? '' : ` “${name.slice(0, 60)}”`}`;
    const cell = row[column] ?? '';
    const feature = { attributes: toAttributes(row) };
    if (cell.trim() === '') {
      log.skip('empty-geometry', place, 'Rows without a geometry were left.');
      shapes.push({ name, place, feature, isEmpty: true });
      continue;
    }
    const read = readCell(cell, place, fileName, log);
    if (read.ok) for (const shape of read.value) shapes.push({ ...shape, name, feature });
    else {
      log.refuse(
        refuse(read.refusal.code, `${place}, ${heading[column] ?? ''}`, read.refusal.message).refusal,
      );
      shapes.push({ name, place, feature, isEmpty: true });
    }
  }
  return accept(shapes);
}

/** Reads a geometry as WKT, as GeoJSON, or as WKB in hexadecimal digits, as PostGIS prints it. */
function readCell(cell: string, place: string, fileName: string, log: ImportLog): Outcome<SourceShape[]> {
  const isGeoJson = geoJsonStart.test(cell);
  if (!isGeoJson && !hexWkb.test(cell)) return readWktGeometry(cell, place, log);
  const read = readGeometryText(cell);
  if (!read.ok) return refuse(isGeoJson ? 'bad-geojson' : 'bad-wkb', place, `The cell ${read.message}.`);
  const system = read.srid === undefined || isGeoJson ? undefined : crsFromEpsg(read.srid, place);
  if (system && !system.ok) return system;
  const value: unknown = isGeoJson ? JSON.parse(cell) : read.geometries[0];
  return readGeoJsonObject(value, place, fileName, log, system?.value);
}

/** Degrees as numbers, or with minutes and seconds, such as 31°30′00″N. */
function readCells(longitude: string, latitude: string, separator: string): [number, number] {
  const point: [number, number] = [readDegrees(longitude, separator), readDegrees(latitude, separator)];
  if (point.every(Number.isFinite)) return point;
  const [read] = readTwoAngles(`${latitude.trim()}, ${longitude.trim()}`);
  if (!read.ok || read.angles[0].axis === 'longitude' || read.angles[1].axis === 'latitude') return point;
  return [read.angles[1].degrees, read.angles[0].degrees];
}

/** A decimal comma is one only where another character separates the columns. */
function readDegrees(cell: string, separator: string): number {
  return toDecimal(separator === ',' ? cell : cell.replace(',', '.'));
}

/** Reads the cells of a row, except those of the geometry. A column with numbers in all of its cells has numbers. */
function createAttributeReader(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  geometryColumns: readonly number[],
): (row: readonly string[]) => Readonly<Record<string, unknown>> {
  const names = freeNames(heading.map((title, index) => title.trim() || `column ${index + 1}`));
  const columns = heading.flatMap((_, index) => {
    if (geometryColumns.includes(index)) return [];
    // A leading zero or plus belongs to a code, such as a telephone number.
    const isNumeric = rows.every((row) =>
      /^\s*(?:-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)?\s*$/.test(row[index] ?? ''),
    );
    return [{ index, isNumeric, name: names[index] ?? '' }];
  });
  return (row) =>
    Object.fromEntries(
      columns.map(({ index, isNumeric, name }) => {
        const cell = row[index]?.trim() ?? '';
        if (cell === '') return [name, null];
        return [name, isNumeric ? Number(cell) : (row[index] ?? '')];
      }),
    );
}

/** By its values first: a column called area can have numbers. */
function geometryColumn(heading: readonly string[], row: readonly string[]): number {
  const byValue = row.findIndex(
    (cell) => wktStart.test(unwrapWkt(cell)) || hexWkb.test(cell) || isGeoJsonGeometry(cell),
  );
  if (byValue >= 0) return byValue;
  return heading.findIndex(
    (title, index) => geometryNames.test(title.trim()) && (row[index] ?? '').trim() === '',
  );
}

/** Other columns may have JSON, too. */
function isGeoJsonGeometry(cell: string): boolean {
  return geoJsonStart.test(cell) && /"(?:coordinates|geometr(?:y|ies))"\s*:/.test(cell);
}

function pointColumns(heading: readonly string[]): readonly [string, string] | undefined {
  const longitude = heading.find((title) => longitudeNames.test(title.trim()));
  const latitude = heading.find((title) => latitudeNames.test(title.trim()));
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude];
}
