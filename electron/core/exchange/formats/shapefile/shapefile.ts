import type { Position } from 'geojson';
import { csvCell } from '../../../../../shared/csv-cell.ts';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { signedRingArea } from '../../../../../shared/geo/rings.ts';
import { type Envelope, envelopeOf } from '../../../workspace/file/geopackage/geometry-blob.ts';
import { type ExportNotes, ExportRefused, type Progress } from '../../export-progress.ts';
import { type OutputFile, readPieces } from '../../files/output-file.ts';
import type { ZipWriter } from '../../files/zip-writer.ts';
import { readGeometry } from '../../geometry/read-geometry.ts';
import { hasHeights } from '../../geometry/wkt-text.ts';
import { nameColumns } from '../../rows/column-names.ts';
import type { Column, Layer, LayerRow } from '../../rows/layer.ts';
import { type DbaseField, dbaseField, dbaseHeader, dbaseRow, maxTextBytes, measureTexts } from './dbase.ts';

/** The format and its readers use signed 32-bit sizes for .shp and .dbf. */
const maxFileBytes = 2 ** 31 - 1;
const maxFields = 255;
const headerLength = 100;

/** WGS 84 in ESRI's WKT, which every reader recognizes. */
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/**
 * Writes a layer as shapefiles into an archive: one for each kind of geometry, with heights and without, and a table
 * that maps column names. It is a custom writer so that memory stays flat (docs/decisions, decision 20). What the format cannot represent is truncated and noted. Throws `ExportRefused` when a file
 * would exceed 2 GB.
 */
export async function writeShapefiles(
  zip: ZipWriter,
  layer: Layer,
  newSpool: () => OutputFile,
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const columns = layer.columns.slice(0, maxFields);
  noteColumns(layer, columns, notes);
  const names = nameColumns(columns, nameRules);
  const widths = measureTexts(layer, progress);
  const fields = columns.map((column, index) => dbaseField(column, names[index] ?? '', widths[index] ?? 1));
  const files = new Map<string, ShapeFiles>();
  const filesOf = (kind: ShapefileKind) => {
    const known = files.get(kind.name);
    if (known) return known;
    const created = createShapeFiles(kind, fields, newSpool);
    files.set(kind.name, created);
    return created;
  };
  for (const batch of layer.rows()) {
    for (const row of batch) addRow(row, filesOf, fields, notes);
    progress.written(batch.length);
  }
  if (files.size === 0) filesOf(pointKind);
  const now = new Date();
  for (const [name, shapes] of files) {
    progress.throwIfStopped();
    await addToArchive(zip, `${layer.name}_${name}`, shapes, fields, now);
  }
  await zip.add(`${layer.name}_columns.csv`, [Buffer.from(columnTable(columns, fields))]);
}

const nameRules = {
  clean: (name: string) =>
    name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^_+(?=.)/, ''),
  reserved: ['fid', 'shape', 'geometry'],
  maxLength: 10,
};

function noteColumns(layer: Layer, written: readonly Column[], notes: ExportNotes): void {
  notes.add(
    `Columns have names of at most 10 characters; ${layer.name}_columns.csv in the zip lists the original names.`,
  );
  const omitted = layer.columns.slice(written.length).map(({ name }) => `“${name}”`);
  if (omitted.length === 0) return;
  const named = omitted.slice(0, 10).join(', ');
  notes.add(
    `A Shapefile has 255 columns at most. ${omitted.length} were left out: ${named}${omitted.length > 10 ? ' …' : ''}.`,
  );
}

/** The three files of one kind while they are written. */
type ShapeFiles = {
  readonly kind: ShapefileKind;
  readonly shp: OutputFile;
  readonly shx: OutputFile;
  readonly dbf: OutputFile;
  rows: number;
  envelope: Envelope | undefined;
  zRange: readonly [number, number] | undefined;
};

function createShapeFiles(
  kind: ShapefileKind,
  fields: readonly DbaseField[],
  newSpool: () => OutputFile,
): ShapeFiles {
  const files = { kind, shp: newSpool(), shx: newSpool(), dbf: newSpool() };
  files.shp.bytes(Buffer.alloc(headerLength));
  files.shx.bytes(Buffer.alloc(headerLength));
  files.dbf.bytes(dbaseHeader(fields, 0, new Date()));
  return { ...files, rows: 0, envelope: undefined, zRange: undefined };
}

function addRow(
  { geometry, values }: LayerRow,
  filesOf: (kind: ShapefileKind) => ShapeFiles,
  fields: readonly DbaseField[],
  notes: ExportNotes,
): void {
  const shape = readGeometry(geometry, notes);
  const files = filesOf(shape ? shapeKindOf(shape) : pointKind);
  const content = encodeShape(shape, files.kind);
  const entry = Buffer.alloc(8);
  entry.writeInt32BE(files.shp.size() / 2, 0);
  entry.writeInt32BE(content.length / 2, 4);
  files.shx.bytes(entry);
  files.rows += 1;
  const header = Buffer.alloc(8);
  header.writeInt32BE(files.rows, 0);
  header.writeInt32BE(content.length / 2, 4);
  files.shp.bytes(header);
  files.shp.bytes(content);
  files.dbf.bytes(dbaseRow(fields, values, () => notes.count(describeTruncated)));
  if (files.shp.size() > maxFileBytes || files.dbf.size() > maxFileBytes) {
    throw new ExportRefused(
      'The Shapefile would grow past 2 GB, which is more than the format holds. Choose GeoPackage or FlatGeobuf, or filter the detections.',
      'too-large',
    );
  }
  if (!shape) return;
  files.envelope = union(files.envelope, envelopeOf(shape));
  if (files.kind.hasZ) files.zRange = heightRange(files.zRange, shape.coordinates);
}

function describeTruncated(count: number): string {
  return `${count === 1 ? 'One text was' : `${count} texts were`} cut at ${maxTextBytes} bytes, the most that a Shapefile holds.`;
}

function union(one: Envelope | undefined, other: Envelope | undefined): Envelope | undefined {
  if (!one || !other) return one ?? other;
  return {
    minX: Math.min(one.minX, other.minX),
    maxX: Math.max(one.maxX, other.maxX),
    minY: Math.min(one.minY, other.minY),
    maxY: Math.max(one.maxY, other.maxY),
  };
}

type Nested = number | readonly Nested[];

function heightRange(
  known: readonly [number, number] | undefined,
  nested: Nested,
): readonly [number, number] {
  const [first] = Array.isArray(nested) ? nested : [];
  if (Array.isArray(nested) && typeof first !== 'number') {
    return nested.reduce<readonly [number, number]>(heightRange, known ?? [Infinity, -Infinity]);
  }
  const z = Array.isArray(nested) && typeof nested[2] === 'number' ? nested[2] : 0;
  return [Math.min(known?.[0] ?? z, z), Math.max(known?.[1] ?? z, z)];
}

/** File code, length, version, type, extent (White Paper, table 1). */
function mainHeader(length: number, { kind, envelope, zRange }: ShapeFiles): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE(length / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(kind.shapeType, 32);
  const { minX = 0, minY = 0, maxX = 0, maxY = 0 } = envelope ?? {};
  const extent = [minX, minY, maxX, maxY, ...(zRange ?? [0, 0])];
  for (const [index, value] of extent.entries()) header.writeDoubleLE(value, 36 + 8 * index);
  return header;
}

async function addToArchive(
  zip: ZipWriter,
  name: string,
  files: ShapeFiles,
  fields: readonly DbaseField[],
  now: Date,
): Promise<void> {
  const { shp, shx, dbf } = files;
  dbf.bytes(Uint8Array.of(0x1a));
  for (const file of [shp, shx, dbf]) await file.settled();
  shp.patch(0, mainHeader(shp.size(), files));
  shx.patch(0, mainHeader(shx.size(), files));
  dbf.patch(0, dbaseHeader(fields, files.rows, now));
  await zip.add(`${name}.shp`, readPieces(shp));
  await zip.add(`${name}.shx`, readPieces(shx));
  await zip.add(`${name}.dbf`, readPieces(dbf));
  await zip.add(`${name}.prj`, [Buffer.from(wgs84)]);
  await zip.add(`${name}.cpg`, [Buffer.from('UTF-8')]);
  for (const file of [shp, shx, dbf]) await file.discard();
}

/** The mapping of column names as CSV, one line per column. */
function columnTable(columns: readonly Column[], fields: readonly DbaseField[]): string {
  const lines = columns.map(({ name, type }, index) => [fields[index]?.name ?? '', name, type]);
  return [['column', 'name', 'type'], ...lines]
    .map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`)
    .join('');
}

/** The format's “no measure” value: any number below −10³⁸. */
const noMeasure = -1e39;

/** The content of a record of a .shp file, without its header. No geometry is the null shape. */
function encodeShape(geometry: SimpleGeometry | null, { shapeType, hasZ }: ShapefileKind): Buffer {
  if (!geometry) return Buffer.alloc(4);
  switch (geometry.type) {
    case 'Point':
      return encodePoint(geometry.coordinates, shapeType, hasZ);
    case 'MultiPoint':
      return encodePositions(geometry.coordinates, undefined, shapeType, hasZ);
    case 'LineString':
      return encodeParts([geometry.coordinates], shapeType, hasZ);
    case 'MultiLineString':
      return encodeParts(geometry.coordinates, shapeType, hasZ);
    case 'Polygon':
      return encodeParts(withShapefileWinding(geometry.coordinates), shapeType, hasZ);
    case 'MultiPolygon':
      return encodeParts(geometry.coordinates.flatMap(withShapefileWinding), shapeType, hasZ);
  }
}

/** Rings with the winding that the format requires: outlines clockwise, holes anticlockwise. */
function withShapefileWinding(rings: readonly Position[][]): Position[][] {
  return rings.map((ring, index) => (signedRingArea(ring) < 0 === (index === 0) ? ring : ring.toReversed()));
}

function encodePoint(
  [x = Number.NaN, y = Number.NaN, z]: Position,
  shapeType: number,
  hasZ: boolean,
): Buffer {
  const content = Buffer.alloc(hasZ ? 36 : 20);
  content.writeInt32LE(shapeType, 0);
  content.writeDoubleLE(x, 4);
  content.writeDoubleLE(y, 12);
  if (!hasZ) return content;
  content.writeDoubleLE(z ?? Number.NaN, 20);
  content.writeDoubleLE(noMeasure, 28);
  return content;
}

function encodeParts(parts: readonly Position[][], shapeType: number, hasZ: boolean): Buffer {
  let start = 0;
  const starts = parts.map((part) => {
    const begin = start;
    start += part.length;
    return begin;
  });
  return encodePositions(parts.flat(), starts, shapeType, hasZ);
}

/** Type, box, number of parts, number of points, where the parts start, the points; then heights with their range. */
function encodePositions(
  positions: readonly Position[],
  starts: readonly number[] | undefined,
  shapeType: number,
  hasZ: boolean,
): Buffer {
  const partsLength = starts ? 4 + 4 * starts.length : 0;
  const flatLength = 40 + partsLength + 16 * positions.length;
  const content = Buffer.alloc(flatLength + (hasZ ? 16 + 8 * positions.length : 0));
  const [minX, maxX] = rangeOf(positions, 0);
  const [minY, maxY] = rangeOf(positions, 1);
  content.writeInt32LE(shapeType, 0);
  for (const [index, value] of [minX, minY, maxX, maxY].entries())
    content.writeDoubleLE(value, 4 + 8 * index);
  let at = 36;
  if (starts) at = content.writeInt32LE(starts.length, at);
  at = content.writeInt32LE(positions.length, at);
  for (const start of starts ?? []) at = content.writeInt32LE(start, at);
  for (const [x = Number.NaN, y = Number.NaN] of positions) {
    at = content.writeDoubleLE(x, at);
    at = content.writeDoubleLE(y, at);
  }
  if (!hasZ) return content;
  for (const value of rangeOf(positions, 2)) at = content.writeDoubleLE(value, at);
  for (const [, , z = Number.NaN] of positions) at = content.writeDoubleLE(z, at);
  return content;
}

function rangeOf(positions: readonly Position[], axis: number): readonly [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const position of positions) {
    min = Math.min(min, position[axis] ?? Number.NaN);
    max = Math.max(max, position[axis] ?? Number.NaN);
  }
  return [min, max];
}

/** A kind of geometry that gets a separate file, and its number in the format (ESRI White Paper, July 1998). */
type ShapefileKind = { readonly name: string; readonly shapeType: number; readonly hasZ: boolean };

const flatKinds = {
  Point: { name: 'points', shapeType: 1 },
  MultiPoint: { name: 'multipoints', shapeType: 8 },
  LineString: { name: 'lines', shapeType: 3 },
  MultiLineString: { name: 'lines', shapeType: 3 },
  Polygon: { name: 'areas', shapeType: 5 },
  MultiPolygon: { name: 'areas', shapeType: 5 },
} as const;

/** The kind for features without a geometry. */
const pointKind: ShapefileKind = { ...flatKinds.Point, hasZ: false };

/** The kind of a geometry: one per type, with heights or without. */
function shapeKindOf(geometry: SimpleGeometry): ShapefileKind {
  const { name, shapeType } = flatKinds[geometry.type];
  return hasHeights(geometry)
    ? { name: `${name}_z`, shapeType: shapeType + 10, hasZ: true }
    : { name, shapeType, hasZ: false };
}
