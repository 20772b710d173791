import { z } from 'zod';
import { cutText } from '../cut-text.ts';
import { formatPosition } from '../geo/format-position.ts';
import { readGeometryText } from '../geo/read-geometry-text.ts';
import { beginsAsWkt, unwrapWkt } from '../geo/unwrap-wkt.ts';
import { toSingleLine } from '../printable-text.ts';
import {
  findPositionColumns,
  type PositionColumns,
  type PositionField,
  readRowPosition,
  toPositionColumns,
  type UnclearPositions,
} from './position-columns.ts';

/** Meanings of the columns of a table of features. */
export const tableFields = [
  'geometry',
  'longitude',
  'latitude',
  'latitudeLongitude',
  'longitudeLatitude',
  'northSouth',
  'eastWest',
  'name',
] as const;
export type TableField = (typeof tableFields)[number];

/** Indexes of the columns by their meanings. */
export const tableColumnsSchema = z
  .partialRecord(z.enum(tableFields), z.int().nonnegative().max(100_000))
  .readonly();
export type TableColumns = z.infer<typeof tableColumnsSchema>;

/** Reason for the proposed meaning of a column, or for none: a sentence, and whether values decided, not only names. */
export type ColumnReason<Field extends string> = {
  readonly field: Field;
  readonly sentence: string;
  readonly isByValues: boolean;
};

/** The start of a table, the columns by which it is read, and the proposed ones. */
export type TablePreview = {
  readonly heading: readonly string[];
  /** The first rows; a cell of more than `maxSampleLength` characters is cut. */
  readonly samples: readonly (readonly string[])[];
  readonly columns: TableColumns;
  readonly proposed: TableColumns;
  readonly reasons: readonly ColumnReason<TableField>[];
};

/** Cells of a geometry can have megabytes. */
export const maxSampleLength = 50_000;
const sampleRows = 3;

/** The first rows for a preview. */
export function sampleOf(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return rows.slice(0, sampleRows).map((row) => row.map((cell) => cell.slice(0, maxSampleLength)));
}

/** The name of a column in a sentence. */
export function quoteColumn(heading: readonly string[], index: number): string {
  return `“${cutText(toSingleLine(heading[index]?.trim() ?? ''), 40)}”`;
}

const quoteValue = (value: string) => `“${cutText(toSingleLine(value), 40)}”`;

/** The columns of found positions, and the reasons for those that values decided or left open. */
export function describePositions(
  heading: readonly string[],
  positions: PositionColumns | UnclearPositions | undefined,
): {
  readonly columns: Readonly<Partial<Record<PositionField, number>>>;
  readonly reasons: readonly ColumnReason<PositionField>[];
} {
  if (!positions) return { columns: {}, reasons: [] };
  const byValues = (field: PositionField, sentence: string) => ({ field, sentence, isByValues: true });
  const name = (index: number) => quoteColumn(heading, index);
  if (positions.kind === 'two') {
    const { kind: _, contradiction, ...columns } = positions;
    if (contradiction) {
      const { axis, value } = contradiction;
      const sentence = `${name(columns[axis])} has the name of ${axis}s, but values such as ${quoteValue(value)}, which are none in degrees.`;
      return { columns: {}, reasons: [byValues(axis, sentence)] };
    }
    const letters = (['northSouth', 'eastWest'] as const).flatMap((field) => {
      const index = columns[field];
      if (index === undefined) return [];
      const of = field === 'northSouth' ? columns.latitude : columns.longitude;
      return [byValues(field, `${name(index)} has the letters of ${name(of)}.`)];
    });
    return { columns, reasons: letters };
  }
  if (positions.kind === 'unclear') {
    const sentence = `${name(positions.column)} has positions, but longitudes and latitudes can be exchanged in it. Choose which come first.`;
    return { columns: {}, reasons: [byValues('latitudeLongitude', sentence)] };
  }
  const field = positions.isLongitudeFirst ? 'longitudeLatitude' : 'latitudeLongitude';
  return { columns: { [field]: positions.column }, reasons: [] };
}

const geometryNames =
  /^(?:wkt|geometry|geom|the_geom|wkb_geometry|shape|footprint|area|polygon|.*_wkt|wkt_.*)$/i;
const nameNames = ['name', 'title', 'label', 'id'];
const geoJsonStart = /^\s*\{\s*"/;
/** A byte order of 0 or 1, and a type of geometry with the flags of EWKB or the thousands of ISO 13249-3. */
const hexWkb = /^\s*(?:\\x|0x)?0[01][\da-f]{8}(?:[\da-f]{2}){4,}\s*$/i;

/** The form of a geometry in a cell; undefined for other texts. */
export function geometryForm(cell: string): 'WKT' | 'WKB' | 'GeoJSON' | undefined {
  if (geoJsonStart.test(cell))
    return /"(?:coordinates|geometr(?:y|ies))"\s*:/.test(cell) ? 'GeoJSON' : undefined;
  if (hexWkb.test(cell)) return 'WKB';
  return beginsAsWkt(unwrapWkt(cell)) ? 'WKT' : undefined;
}

/** Rows in which geometries and names are looked for. */
const comparedRows = 100;

/**
 * Proposes the columns of a table of features by its names and values: one of geometries, else those of positions, and one
 * of names. Where values contradict a name, the reasons state it, and nothing is proposed by that name.
 */
export function proposeColumns(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): {
  readonly columns: TableColumns;
  readonly reasons: readonly ColumnReason<TableField>[];
  /** Positions that were found, also where they are not proposed. */
  readonly positions: PositionColumns | UnclearPositions | undefined;
} {
  const start = rows.slice(0, comparedRows);
  const valuesOf = (index: number) => start.map((row) => row[index]?.trim() ?? '').filter(Boolean);
  const reasons: ColumnReason<TableField>[] = [];
  const columns: Partial<Record<TableField, number>> = {};
  const geometry = findGeometry(heading, start, valuesOf);
  const positions = geometry === undefined ? findPositionColumns(heading, rows) : undefined;
  const described = describePositions(heading, positions);
  Object.assign(columns, described.columns);
  reasons.push(...described.reasons);
  if (geometry !== undefined) {
    columns.geometry = geometry;
    const form = valuesOf(geometry).map(geometryForm).find(Boolean);
    const sentence = `${quoteColumn(heading, geometry)} has geometries as ${form}.`;
    if (form !== undefined) reasons.push({ field: 'geometry', sentence, isByValues: true });
  }
  const name = nameNames
    .map((each) => heading.findIndex((title) => title.trim().toLowerCase() === each))
    .find((index) => index >= 0 && index !== geometry && (start.length === 0 || valuesOf(index).length > 0));
  if (name !== undefined) columns.name = name;
  for (const field of tableFields) {
    const index = columns[field];
    if (index === undefined || reasons.some((reason) => reason.field === field)) continue;
    const sentence = `By the name of the column, ${quoteColumn(heading, index)}.`;
    reasons.push({ field, sentence, isByValues: false });
  }
  return { columns, reasons, positions };
}

/** By its values first: a column called area can have numbers. */
function findGeometry(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  valuesOf: (index: number) => readonly string[],
): number | undefined {
  for (const row of rows) {
    const byValue = row.findIndex((cell) => geometryForm(cell) !== undefined);
    if (byValue >= 0) return byValue;
  }
  const byName = heading.findIndex(
    (title, index) => geometryNames.test(title.trim()) && valuesOf(index).length === 0,
  );
  return byName < 0 ? undefined : byName;
}

/** Whether columns have a location: a geometry or a position. */
export function hasLocation(columns: TableColumns): boolean {
  return columns.geometry !== undefined || toPositionColumns(columns) !== undefined;
}

/** A row as it is read, for the preview of a table, and whether it has a location that can be read. */
export function describeRow(
  row: readonly string[],
  columns: TableColumns,
): { readonly text: string; readonly isRead: boolean } {
  const name = columns.name === undefined ? '' : toSingleLine(row[columns.name] ?? '');
  const place = describePlace(row, columns);
  const text = [...(name === '' ? [] : [cutText(name, 60)]), place.text].join(' · ');
  return { text, isRead: place.isRead };
}

function describePlace(row: readonly string[], columns: TableColumns) {
  if (columns.geometry !== undefined) return describeGeometry(row[columns.geometry] ?? '');
  const positions = toPositionColumns(columns);
  if (!positions) return { text: 'no position', isRead: false };
  const position = readRowPosition(row, positions);
  if (position === null) return { text: 'no position: the cells are empty', isRead: true };
  const [longitude, latitude] = position;
  if (Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90)
    return { text: formatPosition([longitude, latitude]), isRead: true };
  const indexes = positions.kind === 'one' ? [positions.column] : [positions.longitude, positions.latitude];
  const cells = indexes.map((index) => quoteValue(row[index] ?? '')).join(', ');
  return { text: `no position: ${cells}`, isRead: false };
}

function describeGeometry(cell: string) {
  if (cell.trim() === '') return { text: 'no geometry: the cell is empty', isRead: true };
  const start = cutText(toSingleLine(cell), 60);
  // A cell that is cut is judged by its beginning.
  if (cell.length >= maxSampleLength) return { text: start, isRead: geometryForm(cell) !== undefined };
  const read = readGeometryText(unwrapWkt(cell));
  return read.ok ? { text: start, isRead: true } : { text: `${start} ${read.message}`, isRead: false };
}
