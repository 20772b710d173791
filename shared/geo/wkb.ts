import type { Position } from 'geojson';
import type { SimpleGeometry } from './flatten-geometry.ts';

/** A geometry in Well-Known Binary. */
export type WkbGeometry = {
  readonly geometry: SimpleGeometry;
  /** The number of the reference system that EWKB states. */
  readonly srid: number | undefined;
  /** Offset of the end of its bytes. */
  readonly end: number;
};

/**
 * Reads Well-Known Binary from `start` on: ISO (OGC 06-103r4, section 8) and EWKB of PostGIS, either byte order,
 * Z read, M left out. Throws on anything that is not one of the six types of GeoJSON, whole.
 */
export function readWkb(bytes: Uint8Array, start = 0): WkbGeometry {
  const reader = createReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), start);
  const geometry = readGeometry(reader);
  return { geometry, srid: reader.srid, end: reader.at };
}

type Reader = ReturnType<typeof createReader>;

/** Flags of EWKB in the number of the type. */
const ewkb = { z: 0x8000_0000, m: 0x4000_0000, srid: 0x2000_0000 } as const;

function createReader(view: DataView, start: number) {
  let at = start;
  let isLittle = true;
  let hasZ = false;
  let hasM = false;
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
    const z = hasZ ? double() : 0;
    if (hasM) at += 8;
    return hasZ ? [x, y, z] : [x, y];
  };
  return {
    get at() {
      return at;
    },
    get srid() {
      return srid;
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

/** Curves have the types 8 to 14 of WKB, surfaces 15 to 17 (OGC 06-103r4, table 7). */
function describeUnread(type: number): string {
  const what = type >= 8 && type <= 14 ? 'a curve' : type >= 15 && type <= 17 ? 'a surface' : 'a geometry';
  return `It is ${what} of WKB type ${type}, which Sightline does not read. Convert it with GDAL (ogr2ogr -nlt CONVERT_TO_LINEAR).`;
}

function readGeometry(reader: Reader): SimpleGeometry {
  const type = reader.type();
  const line = () => reader.list(reader.position);
  const polygon = () => reader.list(line);
  const members = <Member>(memberType: number, read: () => Member) =>
    reader.list(() => {
      const found = reader.type();
      if (found !== memberType)
        throw new Error(`A geometry of WKB type ${type} has a member of type ${found}.`);
      return read();
    });
  switch (type) {
    case 1:
      return { type: 'Point', coordinates: reader.position() };
    case 2:
      return { type: 'LineString', coordinates: line() };
    case 3:
      return { type: 'Polygon', coordinates: polygon() };
    case 4:
      return { type: 'MultiPoint', coordinates: members(1, reader.position) };
    case 5:
      return { type: 'MultiLineString', coordinates: members(2, line) };
    case 6:
      return { type: 'MultiPolygon', coordinates: members(3, polygon) };
    default:
      throw new Error(describeUnread(type));
  }
}
