import { formatCount } from '../../format.ts';
import { readGeometryText } from '../../geo/read-geometry-text.ts';
import { CsvLineTooLong, type CsvTable, isEvenRow, parseCsv } from '../../parse-csv.ts';
import {
  isUnitRow,
  type PositionColumns,
  readRowPosition,
  toPositionColumns,
  type UnclearPositions,
} from '../../tables/position-columns.ts';
import {
  geometryForm,
  proposeColumns,
  sampleOf,
  type TableColumns,
  type TablePreview,
} from '../../tables/table-columns.ts';
import { crsFromEpsg } from './coordinate-system.ts';
import { freeNames } from './free-name.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { readGeoJsonObject } from './read-geojson.ts';
import { readWktGeometry } from './read-wkt.ts';
import { type SourceShape, setAttribute } from './source-shape.ts';
import { UntypedCell } from './untyped-cell.ts';

/** Whether the text is a table whose first rows of values, or whose heading, have positions. */
export function isCsvOfPositions(text: string): boolean {
  const start = text.slice(0, 20_000);
  const table = readStart(start, start.length < text.length);
  if (!table) return false;
  const { columns, positions } = proposeColumns(table.heading, table.rows);
  return columns.geometry !== undefined || positions !== undefined;
}

/** Whether the text is a table of two columns or more whose first rows have as many cells. */
export function isEvenTable(text: string): boolean {
  const start = text.slice(0, 20_000);
  const table = readStart(start, start.length < text.length);
  if (!table || table.heading.length < 2 || table.rows.length === 0) return false;
  return table.rows.every((row) => row.length === table.heading.length);
}

type TableStart = { readonly heading: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** The last row of a text that is cut may be cut, too; what the second one begins with shows enough. */
function readStart(text: string, isCut: boolean): TableStart | undefined {
  const [heading, ...rows] = parseCsv(text).rows;
  return heading && { heading, rows: isCut && rows.length > 1 ? rows.slice(0, -1) : rows };
}

/** The heading and first rows of a table and the columns that its start proposes; undefined for one without rows. */
export function previewTable(text: string, isCut: boolean): TablePreview | undefined {
  const table = readStart(text, isCut);
  if (!table) return undefined;
  const { columns, reasons } = proposeColumns(table.heading, table.rows);
  return { heading: table.heading, samples: sampleOf(table.rows), columns, proposed: columns, reasons };
}

/**
 * Reads a table (CSV) with a column of geometries, or with columns of longitudes and latitudes in degrees, whose points are
 * noted in the log: by the chosen columns, or by the proposed ones, which are in the log.
 */
export function readCsv(
  text: string,
  fileName: string,
  log: ImportLog,
  chosen?: TableColumns,
): Outcome<Iterable<SourceShape>> {
  const table = parseRows(text, fileName);
  if (!table.ok) return table;
  const [heading = [], ...rows] = table.value;
  for (const [index, row] of rows.entries())
    if (!isEvenRow(row, heading)) log.noteUnread('uneven-row', `Row ${index + 2}`, unevenRows);
  const { columns: proposed, reasons, positions } = proposeColumns(heading, rows);
  const columns = chosen ?? proposed;
  log.table = { heading, samples: sampleOf(rows), columns, proposed, reasons };
  const outside = Object.values(columns).find((index) => index >= heading.length);
  if (outside !== undefined)
    return refuse(
      'unknown-format',
      fileName,
      `Column ${outside + 1} was chosen, but the table has ${heading.length}. Choose others.`,
    );
  const { geometry: column, name: nameColumn } = columns;
  if (column === undefined)
    return readPoints(heading, rows, fileName, log, chosen ? toPositionColumns(chosen) : positions);
  const toAttributes = createAttributeReader(heading, [column]);
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

/** Characters of a row: a geometry of a hundred thousand positions. Expressions over longer texts overflow. */
const maxRowLength = 4_000_000;

/** All rows of a table. Fails with the line of one that is too long. */
function parseRows(text: string, fileName: string): Outcome<CsvTable['rows']> {
  try {
    return accept(parseCsv(text, maxRowLength).rows);
  } catch (error) {
    if (!(error instanceof CsvLineTooLong)) throw error;
    return refuse(
      'file-too-large',
      fileName,
      `Line ${formatCount(error.line)} has more than ${formatCount(maxRowLength)} characters, the limit of a row. Check that quotation marks in it are closed, or write large geometries as GeoPackage.`,
    );
  }
}

const unevenRows =
  'Rows have more or fewer cells than the first row has names; cells without a name were left. Check their values.';

/** Reads a table with positions, each of which is a point. */
function readPoints(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  fileName: string,
  log: ImportLog,
  columns: PositionColumns | UnclearPositions | undefined,
): Outcome<Iterable<SourceShape>> {
  if (!columns) {
    const names = heading.slice(0, 10).map((title) => `“${title.trim().slice(0, 40)}”`);
    return refuse(
      'unknown-format',
      fileName,
      `None of its columns (${names.join(', ')}${heading.length > 10 ? ', …' : ''}) has positions that are known. Name two of them latitude and longitude, one lat_lon or lon_lat, or one with geometries wkt.`,
    );
  }
  const indexes = columns.kind === 'two' ? [columns.longitude, columns.latitude] : [columns.column];
  const titles = indexes.map((index) => heading[index] ?? '');
  if (!log.isOfLayer) {
    const place = `${fileName}, ${titles.length === 1 ? 'column' : 'columns'} ${titles.join(' and ')}`;
    if (rows.length > 0)
      log.skip('not-a-polygon', place, 'Only polygons become areas; points and lines were left.');
    return accept([]);
  }
  if (columns.kind === 'unclear') {
    return refuse(
      'bad-coordinate',
      `${fileName}, column “${titles[0] ?? ''}”`,
      'Longitudes and latitudes can be exchanged in it. Name it lat_lon or lon_lat, by which comes first.',
    );
  }
  const [first] = rows;
  const hasUnits = first !== undefined && isUnitRow(first, columns);
  if (hasUnits) log.noteUnread('units-left', 'Row 2', 'The row below the names has units, and was left.');
  const data = hasUnits ? rows.slice(1) : rows;
  const toAttributes = createAttributeReader(heading, []);
  const toShape = (row: readonly string[], index: number): SourceShape => {
    const place = `Row ${index + (hasUnits ? 3 : 2)}`;
    const located = { place, feature: { attributes: toAttributes(row) } };
    const position = readRowPosition(row, columns);
    return position ? { ...located, point: [...position] } : { ...located, isEmpty: true };
  };
  return accept(data.values().map(toShape));
}

/** Reads a geometry as WKT, as GeoJSON, or as WKB in hexadecimal digits, as PostGIS prints it. */
function readCell(cell: string, place: string, fileName: string, log: ImportLog): Outcome<SourceShape[]> {
  const form = geometryForm(cell);
  if (form === undefined || form === 'WKT') return readWktGeometry(cell, place, log);
  const isGeoJson = form === 'GeoJSON';
  const read = readGeometryText(cell);
  if (!read.ok) return refuse(isGeoJson ? 'bad-geojson' : 'bad-wkb', place, `The cell ${read.message}.`);
  const system = read.srid === undefined || isGeoJson ? undefined : crsFromEpsg(read.srid, place);
  if (system && !system.ok) return system;
  const value: unknown = isGeoJson ? JSON.parse(cell) : read.geometries[0];
  if (read.lost?.hasArcs) log.fix('linearized', place);
  if (read.lost?.hasM) log.fix('m-dropped', place);
  return readGeoJsonObject(value, place, fileName, log, system?.value);
}

/** Reads the cells of a row, except those of the geometry. */
function createAttributeReader(
  heading: readonly string[],
  geometryColumns: readonly number[],
): (row: readonly string[]) => Readonly<Record<string, unknown>> {
  const names = freeNames(heading.map((title, index) => title.trim() || `column ${index + 1}`));
  const columns = heading.flatMap((_, index) =>
    geometryColumns.includes(index) ? [] : [{ index, name: names[index] ?? '' }],
  );
  return (row) => {
    const attributes: Record<string, unknown> = {};
    for (const { index, name } of columns) {
      const cell = row[index] ?? '';
      setAttribute(attributes, name, cell.trim() === '' ? null : new UntypedCell(cell));
    }
    return attributes;
  };
}
