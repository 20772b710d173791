import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { parseInstant } from '../../../workspace/ingest/parse-instant.ts';
import type { CellValue, Column, ColumnType } from '../../rows/layer.ts';
import type { Field, FlatBuffer } from './flat-buffer.ts';

/** The format's numbers for geometry types (flatgeobuf, header.fbs); 0 means mixed. */
export const geometryTypeNumbers = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;

/** The format's numbers for column types (flatgeobuf, header.fbs). */
export const columnTypes: Readonly<Record<ColumnType, number>> = {
  boolean: 2,
  integer: 7,
  real: 10,
  text: 11,
  json: 12,
  time: 13,
};

/** One size-prefixed feature. With `hasZ` every position has a height. */
export function encodeFeature(
  flat: FlatBuffer,
  geometry: SimpleGeometry | null,
  properties: Uint8Array,
  hasZ: boolean,
): Uint8Array {
  return flat.root(() =>
    flat.table([
      geometry ? { kind: 'child', write: () => writeGeometry(flat, geometry, hasZ) } : undefined,
      properties.length > 0 ? { kind: 'child', write: () => flat.bytes(properties) } : undefined,
    ]),
  );
}

function writeGeometry(flat: FlatBuffer, geometry: SimpleGeometry, hasZ: boolean): number {
  switch (geometry.type) {
    case 'Point':
      return writeParts(flat, geometry.type, [[geometry.coordinates]], hasZ);
    case 'LineString':
    case 'MultiPoint':
      return writeParts(flat, geometry.type, [geometry.coordinates], hasZ);
    case 'Polygon':
    case 'MultiLineString':
      return writeParts(flat, geometry.type, geometry.coordinates, hasZ);
    case 'MultiPolygon':
      return flat.table([
        ...Array.from({ length: 6 }, () => undefined),
        typeField(geometry.type),
        {
          kind: 'child',
          write: () =>
            flat.list(geometry.coordinates.map((rings) => () => writeParts(flat, 'Polygon', rings, hasZ))),
        },
      ]);
  }
}

function writeParts(
  flat: FlatBuffer,
  type: keyof typeof geometryTypeNumbers,
  parts: readonly Position[][],
  hasZ: boolean,
): number {
  const positions = parts.length === 1 ? (parts[0] ?? []) : parts.flat();
  let end = 0;
  const ends = parts.map((part) => {
    end += part.length;
    return end;
  });
  const xy = positions.flatMap(([x = Number.NaN, y = Number.NaN]) => [x, y]);
  return flat.table([
    parts.length > 1 ? { kind: 'child', write: () => flat.counts(ends) } : undefined,
    { kind: 'child', write: () => flat.doubles(xy) },
    hasZ
      ? { kind: 'child', write: () => flat.doubles(positions.map(([, , z = Number.NaN]) => z)) }
      : undefined,
    undefined,
    undefined,
    undefined,
    typeField(type),
  ]);
}

function typeField(type: keyof typeof geometryTypeNumbers): Field {
  return { kind: 'u8', value: geometryTypeNumbers[type] };
}

/**
 * The values of a row in the format's encoding: the column's number, then the value; null is skipped. `onInvalidTime`
 * is called for a time that cannot be parsed.
 */
export function packProperties(
  columns: readonly Column[],
  values: readonly CellValue[],
  onInvalidTime: () => void,
): Uint8Array {
  const parts: Uint8Array[] = [];
  columns.forEach(({ type }, index) => {
    const value = packValue(type, values[index] ?? null, onInvalidTime);
    if (!value) return;
    const key = Buffer.alloc(2);
    key.writeUInt16LE(index);
    parts.push(key, value);
  });
  return Buffer.concat(parts);
}

function packValue(type: ColumnType, value: CellValue, onInvalidTime: () => void): Uint8Array | undefined {
  if (value === null) return undefined;
  if (typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    if (type === 'integer') bytes.writeBigInt64LE(BigInt(value));
    else bytes.writeDoubleLE(value);
    return bytes;
  }
  const text = type === 'time' ? parseInstant(value)?.iso : value;
  if (text === undefined) onInvalidTime();
  return text === undefined ? undefined : packText(text);
}

function packText(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(4 + length);
  bytes.writeUInt32LE(length);
  bytes.write(text, 4);
  return bytes;
}
