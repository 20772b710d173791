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
  const length = wkbAt + wkbLength(geometry, hasZ ? 24 : 16);
  const writer = length > sharedLength ? new Writer(length) : sharedWriter;
  writer.begin(hasZ);
  writer.byte(0x47);
  writer.byte(0x50);
  writer.byte(0);
  writer.byte(littleEndian | (envelope ? 1 << 1 : 0));
  writer.count(srsId);
  if (envelope)
    for (const value of [envelope.minX, envelope.maxX, envelope.minY, envelope.maxY]) writer.double(value);
  writeWkb(writer, geometry);
  return writer.finish();
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

/** Writes into one buffer, since a buffer and a view for each of many points take more time than their bytes. */
class Writer {
  #bytes: Uint8Array;
  #view: DataView;
  #at = 0;
  #hasZ = false;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
    this.#view = new DataView(this.#bytes.buffer);
  }

  begin(hasZ: boolean): void {
    this.#at = 0;
    this.#hasZ = hasZ;
  }

  /** A copy of what was written since `begin`. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  byte(value: number): void {
    this.#view.setUint8(this.#at, value);
    this.#at += 1;
  }

  count(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  double(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  type(type: (typeof wkbTypes)[number]): void {
    this.byte(littleEndian);
    this.count(wkbTypes.indexOf(type) + 1 + (this.#hasZ ? 1000 : 0));
  }

  position(position: Position): void {
    this.double(position[0] ?? Number.NaN);
    this.double(position[1] ?? Number.NaN);
    if (this.#hasZ) this.double(position[2] ?? Number.NaN);
  }

  line(positions: readonly Position[]): void {
    this.count(positions.length);
    for (const position of positions) this.position(position);
  }
}

const sharedLength = 4096;
const sharedWriter = new Writer(sharedLength);

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
