import { readTwoAngles } from '../../geo/read-angles.ts';
import { readGeometryText } from '../../geo/read-geometry-text.ts';
import { unwrapWkt } from '../../geo/unwrap-wkt.ts';
import { parseCsv } from '../../parse-csv.ts';
import { crsFromEpsg } from './coordinate-system.ts';
import { freeNames } from './free-name.ts';
import type { ImportLog } from './import-log.ts';
import { toNumber } from './kml-handler.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readGeoJsonObject } from './read-geojson.ts';
import { readWktGeometry } from './read-wkt.ts';
import type { SourceShape } from './source-shape.ts';

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
export function isCsvOfPositions(text: string): boolean {
  // The second line may be cut; two thousand characters of it show what it begins with.
  const [heading, row] = parseCsv(text.slice(0, 20_000)).rows;
  if (!heading || heading.length < 1) return false;
  return geometryColumn(heading, row ?? []) >= 0 || pointColumns(heading) !== undefined;
}

/**
 * Reads a table (CSV) with a column of WKT, or with columns of longitudes and latitudes in degrees, whose points are
 * noted in the log. Names are those of the first column called name, title, label or id.
 */
export function readCsv(text: string, fileName: string, log: ImportLog): Outcome<Iterable<SourceShape>> {
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
  return toNumber(separator === ',' ? cell : cell.replace(',', '.'));
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
