import { expect, test } from 'vitest';
import { parseAngleReference, readAngleReference } from '../../../../shared/passes/angle-reference.ts';

test('angles are defined at a position in WGS 84, and nowhere else', () => {
  expect(readAngleReference('POINT (121.5 31.25)')).toEqual([121.5, 31.25]);
  expect(readAngleReference('SRID=4326;POINT Z (121.5 31.25 12)')).toEqual([121.5, 31.25]);
  expect(readAngleReference('POINT (300 31)')).toEqual([-60, 31]);
  expect(readAngleReference('LINESTRING (121 31, 122 31, 123 31)')).toEqual([122, 31]);
  for (const text of [
    null,
    '',
    'POINT EMPTY',
    'POINT (121.5)',
    'POINT (400 31)',
    'SRID=3857;POINT (121.5 31.25)',
    'somewhere',
  ]) {
    expect(readAngleReference(text), String(text)).toBeUndefined();
  }
});

test('a text without a geometry is empty, and no detection is in its note', () => {
  for (const text of [
    '{"type":"FeatureCollection","features":[]}',
    '{"type":"GeometryCollection","geometries":[]}',
    '{"type":"Feature","geometry":null,"properties":{}}',
  ]) {
    expect(parseAngleReference(text), text).toEqual({ position: undefined, note: 'is empty' });
  }
});
