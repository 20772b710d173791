import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { type Envelope, encodeGeometry, envelopeOf } from './geometry-blob.ts';

const headerLength = 8;
/** Doubles in the envelope by its indicator in the flags (OGC 12-128r17, table 6). */
const envelopeDoubles = [0, 4, 6, 6, 8] as const;

/**
 * The geometry in a GeoPackageBinary, written by us or by another program: either byte order, any envelope, Z read,
 * M left out. Throws on anything that is not one of the six types, whole.
 */
export function decodeGeometry(blob: Uint8Array): SimpleGeometry {
  const view = viewOf(blob);
  return readWkb(createReader(view, readHeader(view).wkbAt));
}

/** The extent that the blob states, or else that of its geometry; undefined when that is empty. */
export function decodeEnvelope(blob: Uint8Array): Envelope | undefined {
  const view = viewOf(blob);
  const header = readHeader(view);
  if (header.isEmpty) return undefined;
  if (header.hasEnvelope) {
    const double = (index: number) => view.getFloat64(headerLength + 8 * index, header.isLittleEndian);
    return { minX: double(0), maxX: double(1), minY: double(2), maxY: double(3) };
  }
  return envelopeOf(readWkb(createReader(view, header.wkbAt)));
}

/**
 * The geometry in a GeoPackageBinary as WKB with longitude and latitude only. Throws where `decodeGeometry` does if there
 * are further dimensions.
 */
export function decodePlainWkb(blob: Uint8Array): Uint8Array {
  const view = viewOf(blob);
  const { wkbAt } = readHeader(view);
  const type = view.getUint32(wkbAt + 1, view.getUint8(wkbAt) === 1);
  return type < 1000 ? blob.subarray(wkbAt) : decodePlainWkb(encodeGeometry(decodeGeometry(blob)));
}

function viewOf(blob: Uint8Array): DataView {
  return new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
}

function readHeader(view: DataView) {
  if (view.byteLength < headerLength || view.getUint16(0) !== 0x4750)
    throw new Error('Not a GeoPackage geometry.');
  const flags = view.getUint8(3);
  const doubles = envelopeDoubles[(flags >> 1) & 7];
  if (doubles === undefined) throw new Error('A GeoPackage geometry has an envelope of an unknown kind.');
  return {
    isLittleEndian: (flags & 1) === 1,
    isEmpty: (flags & 0x10) !== 0,
    hasEnvelope: doubles > 0,
    wkbAt: headerLength + 8 * doubles,
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(view: DataView, start: number) {
  let at = start;
  let isLittle = true;
  let extraDoubles = 0;
  let hasZ = false;
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
    at += 8 * extraDoubles;
    return hasZ ? [x, y, z] : [x, y];
  };
  return {
    /** Steps over byte order and type; returns the type without its dimensions. */
    type(): number {
      isLittle = view.getUint8(at) === 1;
      at += 1;
      const code = count();
      const dimensions = Math.floor(code / 1000);
      hasZ = dimensions === 1 || dimensions === 3;
      extraDoubles = dimensions >= 2 ? 1 : 0;
      return code % 1000;
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

function readWkb(reader: Reader): SimpleGeometry {
  const type = reader.type();
  const line = () => reader.list(reader.position);
  const polygon = () => reader.list(line);
  const member =
    <Member>(read: () => Member) =>
    () => {
      reader.type();
      return read();
    };
  switch (type) {
    case 1:
      return { type: 'Point', coordinates: reader.position() };
    case 2:
      return { type: 'LineString', coordinates: line() };
    case 3:
      return { type: 'Polygon', coordinates: polygon() };
    case 4:
      return { type: 'MultiPoint', coordinates: reader.list(member(reader.position)) };
    case 5:
      return { type: 'MultiLineString', coordinates: reader.list(member(line)) };
    case 6:
      return { type: 'MultiPolygon', coordinates: reader.list(member(polygon)) };
    default:
      throw new Error(`A GeoPackage geometry has WKB type ${type}, which Sightline does not read.`);
  }
}
