import type { Position } from 'geojson';
import type { SimpleGeometry } from './flatten-geometry.ts';
import { joinLines, linearizeArcs } from './linearize.ts';

/** Properties of a geometry that it does not have any more when it is read. */
export type LostDimensions = {
  readonly hasZ: boolean;
  readonly hasM: boolean;
  /** Whether it has arcs, which became lines. */
  readonly hasArcs: boolean;
};

/** A geometry in Well-Known Binary. */
export type WkbGeometry = LostDimensions & {
  readonly geometry: SimpleGeometry;
  /** The number of the reference system that EWKB states. */
  readonly srid: number | undefined;
  /** Offset of the end of its bytes. */
  readonly end: number;
};

/**
 * Reads Well-Known Binary from `start` on: ISO (OGC 06-103r4, section 8) and EWKB of PostGIS, either byte order,
 * Z read, M left out. Curves and surfaces become lines and polygons (`linearizeArcs`). Throws on a collection, and on
 * anything that is not whole.
 */
export function readWkb(bytes: Uint8Array, start = 0): WkbGeometry {
  const reader = createReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), start);
  const geometry = readGeometry(reader);
  const { srid, at: end, hasZ, hasM, hasArcs } = reader;
  return { geometry, srid, end, hasZ, hasM, hasArcs };
}

type Reader = ReturnType<typeof createReader>;

/** Flags of EWKB in the number of the type. */
const ewkb = { z: 0x8000_0000, m: 0x4000_0000, srid: 0x2000_0000 } as const;

function createReader(view: DataView, start: number) {
  let at = start;
  let isLittle = true;
  let hasZ = false;
  let hasM = false;
  let hasArcs = false;
  let srid: number | undefined;
  const count = () => {
    const value = view.getUint32(at, isLittle);
    at += 4;
    return value;
  };
  const double = () => {
    const value = view.getFloat64(at, isLittle);
    at += 8;
    return value;
  };
  const position = (): Position => {
    const x = double();
    const y = double();
    const z = hasZ ? double() : Number.NaN;
    if (hasM) at += 8;
    // Where some positions of a geometry have no height, it is no number there.
    return Number.isNaN(z) ? [x, y] : [x, y, z];
  };
  return {
    get at() {
      return at;
    },
    get srid() {
      return srid;
    },
    get hasZ() {
      return hasZ;
    },
    get hasM() {
      return hasM;
    },
    get hasArcs() {
      return hasArcs;
    },
    linearize(positions: readonly Position[]): Position[] {
      const line = linearizeArcs(positions);
      if (!line) throw new Error(`A circular string has ${positions.length} positions, which make no arcs.`);
      hasArcs ||= line.length > 0;
      return line;
    },
    /** Steps over byte order, type and reference system; returns the type without its dimensions. */
    type(): number {
      const order = view.getUint8(at);
      if (order > 1) throw new Error(`A geometry has the byte order ${order}, which is neither 0 nor 1.`);
      isLittle = order === 1;
      at += 1;
      const code = count();
      const plain = code & ~(ewkb.z | ewkb.m | ewkb.srid);
      const dimensions = Math.floor(plain / 1000);
      if (dimensions > 3) throw new Error(`A geometry has WKB type ${code}, which is unknown.`);
      hasZ = (code & ewkb.z) !== 0 || dimensions === 1 || dimensions === 3;
      hasM = (code & ewkb.m) !== 0 || dimensions >= 2;
      if ((code & ewkb.srid) !== 0) srid = count();
      return plain % 1000;
    },
    position,
    list<Member>(read: () => Member): Member[] {
      const length = count();
      const members: Member[] = [];
      for (let index = 0; index < length; index += 1) members.push(read());
      return members;
    },
  };
}

/** Types 13 and 14 have no geometries of their own (OGC 06-103r4, table 7). */
function describeUnread(type: number): string {
  return `It is a geometry of WKB type ${type}, which Sightline does not read. Convert it with GDAL (ogr2ogr -nlt CONVERT_TO_LINEAR).`;
}

function readGeometry(reader: Reader): SimpleGeometry {
  const type = reader.type();
  switch (type) {
    case 1:
      return { type: 'Point', coordinates: reader.position() };
    case 2:
    case 8:
    case 9:
      return { type: 'LineString', coordinates: readCurve(reader, type) };
    case 3:
    case 10:
    case 17:
      return { type: 'Polygon', coordinates: readSurface(reader, type) };
    case 4:
      return { type: 'MultiPoint', coordinates: readMembers(reader, type, [1], reader.position) };
    case 5:
    case 11:
      return { type: 'MultiLineString', coordinates: readMembers(reader, type, curveTypes, toCurve(reader)) };
    case 6:
    case 12:
    case 15:
    case 16:
      return {
        type: 'MultiPolygon',
        coordinates: readMembers(reader, type, surfaceTypes, toSurface(reader)),
      };
    default:
      throw new Error(describeUnread(type));
  }
}

const curveTypes: readonly number[] = [2, 8, 9];
const surfaceTypes: readonly number[] = [3, 10, 17];

const toCurve = (reader: Reader) => (type: number) => readCurve(reader, type);
const toSurface = (reader: Reader) => (type: number) => readSurface(reader, type);

function readMembers<Member>(
  reader: Reader,
  type: number,
  allowed: readonly number[],
  read: (type: number) => Member,
): Member[] {
  return reader.list(() => {
    const found = reader.type();
    if (!allowed.includes(found))
      throw new Error(`A geometry of WKB type ${type} has a member of type ${found}.`);
    return read(found);
  });
}

/** A line; a circular string and a curve that is composed of both become lines. */
function readCurve(reader: Reader, type: number): Position[] {
  if (type === 9) return joinLines(readMembers(reader, type, [2, 8], toCurve(reader)));
  const positions = reader.list(reader.position);
  return type === 8 ? reader.linearize(positions) : positions;
}

/** The rings of a polygon or triangle, or of one whose rings are curves. */
function readSurface(reader: Reader, type: number): Position[][] {
  if (type === 10) return readMembers(reader, type, curveTypes, toCurve(reader));
  return reader.list(() => reader.list(reader.position));
}
