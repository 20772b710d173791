import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';

/** The plain extent of a geometry: no regard to the antimeridian, so that min ≤ max always holds. */
export type Envelope = {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
};

const wkbTypes = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const;

const srsId = 4326;
const headerLength = 8;
const envelopeLength = 32;
const littleEndian = 1;

/**
 * GeoPackageBinary of a geometry (OGC 12-128r17, 2.1.3): header with SRS 4326, then little-endian ISO WKB. All types
 * but Point carry their envelope, as GDAL writes them. `hasZ` means that every position has a third number, which is
 * then written as Z.
 */
export function encodeGeometry(geometry: SimpleGeometry, hasZ = false): Uint8Array {
  const envelope = geometry.type === 'Point' ? undefined : envelopeOf(geometry);
  const wkbAt = headerLength + (envelope ? envelopeLength : 0);
  const writer = createWriter(wkbAt + wkbLength(geometry, hasZ ? 24 : 16), hasZ);
  writer.byte(0x47);
  writer.byte(0x50);
  writer.byte(0);
  writer.byte(littleEndian | (envelope ? 1 << 1 : 0));
  writer.count(srsId);
  if (envelope)
    for (const value of [envelope.minX, envelope.maxX, envelope.minY, envelope.maxY]) writer.double(value);
  writeWkb(writer, geometry);
  return writer.bytes;
}

/** The extent of all positions; undefined for an empty geometry. */
export function envelopeOf(geometry: SimpleGeometry): Envelope | undefined {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const position of positionsOf(geometry)) {
    const [x = Number.NaN, y = Number.NaN] = position;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return minX <= maxX ? { minX, maxX, minY, maxY } : undefined;
}

/** All positions of a geometry in order. */
export function positionsOf(geometry: SimpleGeometry): readonly Position[] {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates.length > 0 ? [geometry.coordinates] : [];
    case 'LineString':
    case 'MultiPoint':
      return geometry.coordinates;
    case 'Polygon':
    case 'MultiLineString':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
  }
}

function wkbLength(geometry: SimpleGeometry, positionLength: number): number {
  const line = (positions: readonly Position[]) => 4 + positions.length * positionLength;
  const lines = (members: readonly Position[][]) => members.reduce((sum, member) => sum + line(member), 4);
  switch (geometry.type) {
    case 'Point':
      return 5 + positionLength;
    case 'LineString':
      return 5 + line(geometry.coordinates);
    case 'Polygon':
      return 5 + lines(geometry.coordinates);
    case 'MultiPoint':
      return 9 + geometry.coordinates.length * (5 + positionLength);
    case 'MultiLineString':
      return geometry.coordinates.reduce((sum, member) => sum + 5 + line(member), 9);
    case 'MultiPolygon':
      return geometry.coordinates.reduce((sum, member) => sum + 5 + lines(member), 9);
  }
}

type Writer = ReturnType<typeof createWriter>;

function createWriter(length: number, hasZ: boolean) {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const byte = (value: number) => {
    view.setUint8(at, value);
    at += 1;
  };
  const count = (value: number) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const double = (value: number) => {
    view.setFloat64(at, value, true);
    at += 8;
  };
  return {
    bytes,
    byte,
    count,
    double,
    type(type: (typeof wkbTypes)[number]) {
      byte(littleEndian);
      count(wkbTypes.indexOf(type) + 1 + (hasZ ? 1000 : 0));
    },
    position(position: Position) {
      double(position[0] ?? Number.NaN);
      double(position[1] ?? Number.NaN);
      if (hasZ) double(position[2] ?? Number.NaN);
    },
    line(positions: readonly Position[]) {
      count(positions.length);
      for (const position of positions) this.position(position);
    },
  };
}

function writeWkb(writer: Writer, geometry: SimpleGeometry): void {
  writer.type(geometry.type);
  switch (geometry.type) {
    case 'Point':
      writer.position(geometry.coordinates);
      break;
    case 'LineString':
      writer.line(geometry.coordinates);
      break;
    case 'Polygon':
      writeLines(writer, geometry.coordinates);
      break;
    case 'MultiPoint':
      writeMembers(writer, 'Point', geometry.coordinates, (member) => writer.position(member));
      break;
    case 'MultiLineString':
      writeMembers(writer, 'LineString', geometry.coordinates, (member) => writer.line(member));
      break;
    case 'MultiPolygon':
      writeMembers(writer, 'Polygon', geometry.coordinates, (member) => writeLines(writer, member));
      break;
  }
}

function writeLines(writer: Writer, lines: readonly Position[][]): void {
  writer.count(lines.length);
  for (const line of lines) writer.line(line);
}

function writeMembers<Member>(
  writer: Writer,
  type: (typeof wkbTypes)[number],
  members: readonly Member[],
  write: (member: Member) => void,
): void {
  writer.count(members.length);
  for (const member of members) {
    writer.type(type);
    write(member);
  }
}
