import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { signedRingArea } from '../../../../../shared/geo/rings.ts';
import type { ShapeKind } from './shape-kinds.ts';

/** The format's “no measure” value: any number below −10³⁸. */
const noMeasure = -1e39;

/** The content of a record of a .shp file, without its header. No geometry is the null shape. */
export function encodeShape(geometry: SimpleGeometry | null, { shapeType, hasZ }: ShapeKind): Buffer {
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
