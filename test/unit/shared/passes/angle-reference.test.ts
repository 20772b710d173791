import { expect, test } from 'vitest';
import { readAngleReference } from '../../../../shared/passes/angle-reference.ts';

test('angles are defined at a point in WGS 84, and nowhere else', () => {
  expect(readAngleReference('POINT (121.5 31.25)')).toEqual([121.5, 31.25]);
  expect(readAngleReference('SRID=4326;POINT Z (121.5 31.25 12)')).toEqual([121.5, 31.25]);
  for (const text of [
    null,
    '',
    'POINT EMPTY',
    'POINT (121.5)',
    'POINT (300 31)',
    'SRID=3857;POINT (121.5 31.25)',
    'LINESTRING (121 31, 122 31)',
    'somewhere',
  ]) {
    expect(readAngleReference(text), String(text)).toBeUndefined();
  }
});
