import { describe, expect, test } from 'vitest';
import type { AreaShape } from '../../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../../shared/areas/check-area-shape.ts';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { measureArea, shapeToPolygon } from '../../../../shared/areas/measure-area.ts';
import { positions } from '../../../builders/positions.ts';

const circle = (longitude: number, latitude: number, radiusMetres: number): AreaShape => ({
  kind: 'circle',
  center: [longitude, latitude],
  radiusMetres,
});
const polygon = (...ring: [number, number][]): AreaShape => ({
  kind: 'polygon',
  polygon: { type: 'Polygon', coordinates: [ring] },
});

describe('measureArea', () => {
  test.each(positions('0 0, 124 36, 180 70, -179.99 -45'))(
    'of a small circle at %d, %d is π r²',
    (longitude, latitude) => {
      const ratio = measureArea(circle(longitude, latitude, 20_000)) / (Math.PI * 20_000 ** 2);
      expect(Math.abs(ratio - 1)).toBeLessThan(5e-5);
    },
  );
  test('of a large circle is that of a cap on the sphere of equal area, within the flattening', () => {
    const radius = 1_000_000;
    const sphere = 6_371_007.18;
    const cap = 2 * Math.PI * sphere ** 2 * (1 - Math.cos(radius / sphere));
    expect(Math.abs(measureArea(circle(10, 35, radius)) / cap - 1)).toBeLessThan(2e-3);
  });
  test('of a polygon is the polygon’s', () => {
    const shape = polygon([0, 0], [1, 0], [1, 1], [0, 1], [0, 0]);
    expect(measureArea(shape)).toBeCloseTo(12_308_778_361.469, 0);
    expect(shapeToPolygon(shape)).toEqual(shape.kind === 'polygon' && shape.polygon);
  });
  test('a circle is drawn with 72 corners', () => {
    expect(shapeToPolygon(circle(124, 36, 5000)).coordinates[0]).toHaveLength(73);
  });
});

describe('formatSquareMetres', () => {
  test.each([
    [0, '0 m²'],
    [42.4, '42 m²'],
    [100, '0.0001 km²'],
    [4200, '0.0042 km²'],
    [420_000, '0.42 km²'],
    [1_844_000, '1.84 km²'],
    [12_345_678, '12.3 km²'],
    [123_456_789, '123 km²'],
    [1_842_000_000, '1,842 km²'],
    [41_208_400_000, '41,208 km²'],
  ])('%d is %s', (squareMetres, text) => {
    expect(formatSquareMetres(squareMetres)).toBe(text);
  });
});

describe('areaShapeProblems', () => {
  const sound: [string, AreaShape][] = [
    ['a polygon', polygon([0, 0], [1, 0], [1, 1], [0, 0])],
    ['a circle', circle(124, 36, 25_000)],
    ['a circle over the antimeridian', circle(179.9, 36, 25_000)],
    ['a circle close to the pole', circle(0, 89, 100_000)],
    ['a circle around the North Pole', circle(0, 89, 120_000)],
    ['a circle around the South Pole', circle(0, -90, 3_000_000)],
  ];
  test.each(sound)('%s has none', (_name, shape) => {
    expect(checkAreaShape(shape)).toEqual([]);
  });
  const faulty: [string, AreaShape, field: string, value: string, message: RegExp][] = [
    [
      'a bow-tie',
      polygon([0, 0], [2, 2], [2, 0], [0, 2], [0, 0]),
      'shape.polygon',
      '1.0000° N 1.0000° E',
      /crosses.*Move or remove/,
    ],
    [
      'two corners',
      polygon([0, 0], [1, 1], [1, 1], [0, 0]),
      'shape.polygon',
      '4 positions',
      /at least three/,
    ],
    [
      'a circle larger than half of the Earth',
      circle(0, 89, 10_500_000),
      'shape.radiusMetres',
      '10500000',
      /half of the Earth.*10,000 km or less/,
    ],
    ['no radius', circle(0, 0, 0), 'shape.radiusMetres', '0', /greater than zero/],
    [
      'an endless radius',
      circle(0, 0, Number.POSITIVE_INFINITY),
      'shape.radiusMetres',
      'Infinity',
      /Give it in meters/,
    ],
    ['a center off the Earth', circle(0, 91, 5), 'shape.center', '0, 91', /between −90 and 90/],
    ['a center that is no number', circle(Number.NaN, 1, 5), 'shape.center', 'NaN, 1', /not on the Earth/],
  ];
  test.each(faulty)('%s', (_name, shape, field, value, message) => {
    expect(checkAreaShape(shape)).toEqual([{ field, value, message: expect.stringMatching(message) }]);
  });
});
