import { describe, expect, test } from 'vitest';
import { encodeGeometry } from '../../../../../../../electron/core/workspace/file/geopackage/geometry-blob.ts';
import {
  decodeEnvelope,
  decodeGeometry,
} from '../../../../../../../electron/core/workspace/file/geopackage/read-geometry-blob.ts';
import type { SimpleGeometry } from '../../../../../../../shared/geo/flatten-geometry.ts';
import { positions } from '../../../../../../builders/positions.ts';

const ring = positions('10 20, 30 20, 30 45.5, 10 20');
const hole = positions('15 21, 16 21, 16 22, 15 21');
const geometries: readonly SimpleGeometry[] = [
  { type: 'Point', coordinates: [121.12345678901235, -31.5] },
  { type: 'LineString', coordinates: ring },
  { type: 'Polygon', coordinates: [ring, hole] },
  { type: 'MultiPoint', coordinates: ring },
  { type: 'MultiLineString', coordinates: [ring, hole] },
  { type: 'MultiPolygon', coordinates: [[ring, hole], [hole]] },
];

describe('GeoPackage geometries', () => {
  test.each(geometries)('a $type comes back as it went in', (geometry) => {
    expect(decodeGeometry(encodeGeometry(geometry))).toEqual(geometry);
  });

  test('heights come back when all positions have one', () => {
    const line: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [4, 5, -6],
      ],
    };
    expect(decodeGeometry(encodeGeometry(line, true))).toEqual(line);
  });

  test('a point is written in the layout of OGC 12-128r17', () => {
    const blob = Buffer.from(encodeGeometry({ type: 'Point', coordinates: [1, 2] }));
    // "GP", version 0, little-endian without envelope, SRS 4326, then ISO WKB of POINT (1 2).
    expect(blob.toString('hex')).toBe('47500001e61000000101000000000000000000f03f0000000000000040');
  });

  test('all but points state their envelope in the header', () => {
    const blob = encodeGeometry({ type: 'Polygon', coordinates: [ring, hole] });
    expect(blob[3]).toBe(0b011);
    expect(decodeEnvelope(blob)).toEqual({ minX: 10, maxX: 30, minY: 20, maxY: 45.5 });
  });

  test('the envelope of a blob without one is that of its geometry', () => {
    const blob = encodeGeometry({ type: 'Point', coordinates: [7, 8] });
    expect(decodeEnvelope(blob)).toEqual({ minX: 7, maxX: 7, minY: 8, maxY: 8 });
  });

  test('big-endian blobs with measures, as other programs may write them, are read', () => {
    const blob = new Uint8Array(8 + 5 + 32);
    const view = new DataView(blob.buffer);
    blob.set([0x47, 0x50, 0, 0]);
    view.setInt32(4, 4326);
    view.setUint32(9, 3001);
    for (const [index, value] of [11, 22, 33, 44].entries()) view.setFloat64(13 + 8 * index, value);
    expect(decodeGeometry(blob)).toEqual({ type: 'Point', coordinates: [11, 22, 33] });
  });

  test('an empty geometry has no envelope', () => {
    const blob = encodeGeometry({ type: 'Point', coordinates: [7, 8] });
    blob[3] = 0b1_0001;
    expect(decodeEnvelope(blob)).toBeUndefined();
  });

  test.each([
    ['no GeoPackage header', new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9])],
    ['nothing', new Uint8Array()],
    ['a blob that is cut short', encodeGeometry({ type: 'Polygon', coordinates: [ring] }).subarray(0, 90)],
    ['a list that claims four billion members', claimingTooMany()],
  ])('%s is refused', (_name, blob) => {
    expect(() => decodeGeometry(blob)).toThrow();
  });
});

function claimingTooMany(): Uint8Array {
  const blob = encodeGeometry({ type: 'LineString', coordinates: ring });
  new DataView(blob.buffer).setUint32(8 + 32 + 5, 0xffffffff, true);
  return blob;
}
