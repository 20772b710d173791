import type { Position } from 'geojson';
import { joinLines, linearizeArcs } from '../../geo/linearize.ts';
import { type CoordinateSystem, crsFromEpsg, crsFromPrj, wgs84 } from './coordinate-system.ts';
import { decodeFlatText, type FlatTable, readFlatTable } from './flat-table.ts';
import { freeNames } from './free-name.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import type { SourcePolygon, SourceShape } from './source-shape.ts';

const magicLength = 8;
/** The version of the format that is read, in its fourth byte. */
const version = 3;
/** Bytes of an entry of the spatial index. */
const indexEntryLength = 40;

const convertCurves = 'Convert them with GDAL (ogr2ogr -nlt CONVERT_TO_LINEAR).';

type Column = { readonly name: string; readonly type: number };

/**
 * Reads FlatGeobuf 3 (flatgeobuf.org; tables and their field numbers in header.fbs and feature.fbs). Fails with
 * `unsupported-format`, `bad-flatgeobuf` and faults of the coordinate system; a damaged feature is refused by its number.
 */
export function readFlatGeobuf(
  bytes: Uint8Array,
  fileName: string,
  log: ImportLog,
): Outcome<Iterable<SourceShape>> {
  if (bytes[3] !== version) {
    const message = `This is FlatGeobuf of version ${bytes[3] ?? 'unknown'}; version ${version} is read. Convert it with GDAL.`;
    return refuse('unsupported-format', fileName, message);
  }
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const header = readFlatTable(bytes, magicLength + 4);
    const system = systemOf(header.table(10), fileName, log);
    if (!system.ok) return system;
    const count = header.number(8, 'u64', 0);
    const indexLength = lengthOfIndex(count, header.number(9, 'u16', 16));
    const starts = findFeatures(view, magicLength + 4 + view.getUint32(magicLength, true) + indexLength);
    if (count > 0 && starts.length !== count) return refuseCut(fileName);
    if (system.value.projector) log.fix('reprojected', fileName);
    const file = {
      bytes,
      columns: readColumns(header, 7),
      type: header.number(2, 'u8', 0),
      hasZ: header.number(3, 'u8', 0) === 1,
      hasM: header.number(4, 'u8', 0) === 1,
    };
    for (const { name, type } of file.columns)
      if (type === binaryType && log.isOfLayer)
        log.noteUnread('value-left', `${fileName}, column ${name}`, binaryLeft);
    return accept(readFeatures(file, starts, system.value, log));
  } catch (error) {
    if (error instanceof RangeError) return refuseCut(fileName);
    throw error;
  }
}

function refuseCut(fileName: string) {
  return refuse('bad-flatgeobuf', fileName, 'The file is cut off or damaged. Export it again.');
}

/** The packed R-tree: nodes of up to `nodeSize` entries, from one root down to an entry for each feature. */
function lengthOfIndex(count: number, nodeSize: number): number {
  if (count === 0 || nodeSize === 0) return 0;
  let entries = count;
  let level = count;
  // One feature has a root above it, too.
  do {
    level = Math.ceil(level / Math.max(2, nodeSize));
    entries += level;
  } while (level > 1);
  return entries * indexEntryLength;
}

/** The offset of the features. Throws a RangeError unless the last one ends with the file. */
function findFeatures(view: DataView, first: number): readonly number[] {
  const starts: number[] = [];
  let at = first;
  while (at < view.byteLength) {
    starts.push(at + 4);
    at += 4 + view.getUint32(at, true);
  }
  if (at !== view.byteLength) throw new RangeError('The last feature ends after the file.');
  return starts;
}

function readColumns(table: FlatTable, field: number): readonly Column[] {
  const columns = table.tables(field);
  const names = freeNames(columns.map((column, index) => column.text(0) ?? `column ${index + 1}`));
  return columns.map((column, index) => ({ name: names[index] ?? '', type: column.number(1, 'u8', 0) }));
}

function systemOf(crs: FlatTable | undefined, place: string, log: ImportLog): Outcome<CoordinateSystem> {
  const code = crs?.number(1, 'i32', 0) ?? 0;
  const wkt = crs?.text(4) ?? '';
  if (code > 0 && /^epsg$/i.test(crs?.text(0) ?? 'EPSG')) {
    const byNumber = crsFromEpsg(code, place);
    return byNumber.ok || wkt === '' ? byNumber : crsFromPrj(wkt, place);
  }
  if (wkt !== '') return crsFromPrj(wkt, place);
  log.fix('crs-assumed', place);
  return accept(wgs84);
}

type File = {
  readonly bytes: Uint8Array;
  readonly columns: readonly Column[];
  /** The kind of all geometries; 0 when each states its own. */
  readonly type: number;
  readonly hasZ: boolean;
  readonly hasM: boolean;
};

function* readFeatures(
  file: File,
  starts: readonly number[],
  { projector }: CoordinateSystem,
  log: ImportLog,
): Generator<SourceShape, void> {
  for (const [index, start] of starts.entries()) {
    const place = `Feature ${index + 1}`;
    let attributes: Record<string, unknown> = {};
    let parts: readonly Part[] = [];
    try {
      const table = readFlatTable(file.bytes, start);
      const own = readColumns(table, 2);
      attributes = readProperties(table.bytes(1), own.length > 0 ? own : file.columns);
      const geometry = table.table(0);
      if (geometry) {
        const spend = createBudget(file.bytes, start);
        parts = readGeometry(geometry, file.type, spend);
        if (spend.hasArcs) log.fix('linearized', place);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      log.refuse(refuse('bad-flatgeobuf', place, 'The feature is damaged. Export the file again.').refusal);
    }
    const name = typeof attributes.name === 'string' ? attributes.name : undefined;
    const { hasZ, hasM } = file;
    const located = { place, name, feature: { attributes }, projector, hasZ, hasM };
    if (parts.length === 0) log.skip('empty-geometry', place, 'Empty geometries were left.');
    for (const part of parts.length > 0 ? parts : [{ isEmpty: true } as const]) {
      if (part === 'unknown') {
        const message = `Geometries of its type are not read. ${convertCurves}`;
        log.refuse(refuse('unsupported-format', place, message).refusal);
        yield { ...located, isEmpty: true };
      } else if ('rings' in part) yield { ...located, ...part };
      else {
        if ('line' in part || 'point' in part)
          log.skip('not-a-polygon', place, 'Only polygons become areas; points and lines were left.');
        yield { ...located, ...part };
      }
    }
  }
}

type Part =
  | Pick<SourcePolygon, 'rings' | 'winding'>
  | { readonly line: Position[] }
  | { readonly point: Position }
  | 'unknown';

/** Counts the bytes of a geometry's parts, which are those of its feature unless a damaged file repeats parts. */
function createBudget(bytes: Uint8Array, start: number): Spend {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = view.getUint32(start - 4, true);
  const spend: Spend = Object.assign(
    (length: number) => {
      left -= length;
      if (left < 0) throw new RangeError('A part of the geometry is repeated.');
    },
    { hasArcs: false },
  );
  return spend;
}

/** Spends bytes; `hasArcs` is set where arcs became lines. */
type Spend = ((length: number) => void) & { hasArcs: boolean };

/** The kinds of geometries have the numbers of WKB. */
function readGeometry(table: FlatTable, given: number, spend: Spend): readonly Part[] {
  spend(4);
  const type = given === 0 ? table.number(6, 'u8', 0) : given;
  switch (type) {
    case 1:
    case 4:
      return positionsOf(table, spend).map((point) => ({ point }));
    case 8:
    case 9:
      return [{ line: readCurve(table, type, spend) }];
    case 10:
    case 17:
      return [{ rings: readRings(table, type, spend), winding: 'any' }];
    case 11:
    case 12:
    case 15:
      return table.tables(7).flatMap((part) => readGeometry(part, type === 15 ? 3 : 0, spend));
    case 16:
      return splitAtEnds(table, spend).map((ring) => ({ rings: [ring], winding: 'any' }));
    case 2:
    case 5:
      return splitAtEnds(table, spend).map((line) => ({ line }));
    case 3: {
      const rings = splitAtEnds(table, spend);
      return rings.length === 0 ? [] : [{ rings, winding: 'any' }];
    }
    case 6:
      return table.tables(7).flatMap((part) => readGeometry(part, 3, spend));
    case 7:
      return table.tables(7).flatMap((part) => readGeometry(part, 0, spend));
    default:
      return ['unknown'];
  }
}

/** A line, a circular string (8), or a curve that is composed of both (9). */
function readCurve(table: FlatTable, type: number, spend: Spend): Position[] {
  if (type === 9)
    return joinLines(
      table.tables(7).map((part) => {
        const found = part.number(6, 'u8', 0);
        if (found === 9) throw new RangeError('A compound curve has another one.');
        spend(4);
        return readCurve(part, found, spend);
      }),
    );
  const positions = positionsOf(table, spend);
  if (type !== 8) return positions;
  const line = linearizeArcs(positions);
  if (!line) throw new RangeError('A circular string has positions that make no arcs.');
  spend.hasArcs = true;
  return line;
}

/** The rings of a triangle (17), or of a polygon of curves. */
function readRings(table: FlatTable, type: number, spend: Spend): Position[][] {
  if (type === 17) return [...splitAtEnds(table, spend)];
  return table.tables(7).map((part) => {
    spend(4);
    return readCurve(part, part.number(6, 'u8', 0), spend);
  });
}

function positionsOf(table: FlatTable, spend: Spend): Position[] {
  const [xy, heights] = [table.doubles(1), table.doubles(2)];
  spend(8 * (xy.length + heights.length));
  const positions: Position[] = [];
  for (let at = 0; at + 1 < xy.length; at += 2) {
    const height = heights[at / 2];
    const position = [xy[at] ?? Number.NaN, xy[at + 1] ?? Number.NaN];
    positions.push(height === undefined ? position : [...position, height]);
  }
  return positions;
}

/** The rings or lines, whose ends are counted in positions; without ends there is one. */
function splitAtEnds(table: FlatTable, spend: Spend): readonly Position[][] {
  const positions = positionsOf(table, spend);
  const ends = table.counts(0);
  if (ends.length === 0) return positions.length === 0 ? [] : [positions];
  let start = 0;
  return ends
    .map((end) => {
      if (end < start || end > positions.length) throw new RangeError('Rings or lines overlap.');
      const part = positions.slice(start, end);
      start = end;
      return part;
    })
    .filter((part) => part.length > 0);
}

/** Values in the format's encoding: the number of a column, then the value. */
function readProperties(bytes: Uint8Array | undefined, columns: readonly Column[]): Record<string, unknown> {
  const attributes: Record<string, unknown> = Object.create(null);
  if (!bytes) return attributes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const column = columns[view.getUint16(at, true)];
    if (!column) throw new RangeError('A value has no column.');
    at += 2;
    const width = widths[column.type] ?? 4 + view.getUint32(at, true);
    if (at + width > bytes.length) throw new RangeError('A value ends after its feature.');
    const read = numbers[column.type];
    if (read) attributes[column.name] = read(view, at);
    else if (column.type !== binaryType)
      attributes[column.name] = decodeFlatText(bytes.subarray(at + 4, at + width));
    at += width;
  }
  return attributes;
}

/** Bytes of the values of a type of columns, by its number; texts state their own. */
const widths: readonly (number | undefined)[] = [1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8];
const binaryType = 14;
const binaryLeft = 'Pictures and other binary values were left out.';

const numbers: readonly ((view: DataView, at: number) => number | bigint | boolean)[] = [
  (view, at) => view.getInt8(at),
  (view, at) => view.getUint8(at),
  (view, at) => view.getUint8(at) !== 0,
  (view, at) => view.getInt16(at, true),
  (view, at) => view.getUint16(at, true),
  (view, at) => view.getInt32(at, true),
  (view, at) => view.getUint32(at, true),
  (view, at) => view.getBigInt64(at, true),
  (view, at) => view.getBigUint64(at, true),
  (view, at) => view.getFloat32(at, true),
  (view, at) => view.getFloat64(at, true),
];
