import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { toRfc7946 } from '../../../../../../electron/core/exchange/geometry/rfc7946-geometry.ts';
import type { SimpleGeometry } from '../../../../../../shared/geo/flatten-geometry.ts';
import { signedRingArea } from '../../../../../../shared/geo/rings.ts';
import { positions, rectangleRing } from '../../../../../builders/positions.ts';

function polygonsOf(geometry: ReturnType<typeof toRfc7946>): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  throw new Error(`A ${geometry.type} is no area.`);
}

/** `[west, south, east, north]` of each polygon's outline, sorted. */
function boxesOf(geometry: ReturnType<typeof toRfc7946>): number[][] {
  return polygonsOf(geometry)
    .map(([outline = []]) => {
      const longitudes = outline.map(([longitude = Number.NaN]) => longitude);
      const latitudes = outline.map(([, latitude = Number.NaN]) => latitude);
      return [
        Math.min(...longitudes),
        Math.min(...latitudes),
        Math.max(...longitudes),
        Math.max(...latitudes),
      ];
    })
    .sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

function expectWound(geometry: ReturnType<typeof toRfc7946>): void {
  for (const rings of polygonsOf(geometry)) {
    for (const [index, ring] of rings.entries())
      expect(Math.sign(signedRingArea(ring))).toBe(index === 0 ? 1 : -1);
  }
}

describe('what needs no change', () => {
  test.each<SimpleGeometry>([
    { type: 'Point', coordinates: [121.12345678901235, 31, 12.5] },
    {
      type: 'MultiPoint',
      coordinates: [
        [180, 1],
        [-180, 1],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [170, 0],
        [180, 5],
      ],
    },
    { type: 'Polygon', coordinates: [rectangleRing(170, 0, 180, 5).map((position) => [...position, 7])] },
    {
      type: 'MultiPolygon',
      coordinates: [[rectangleRing(0, 0, 10, 10), rectangleRing(2, 2, 4, 4).toReversed()]],
    },
    { type: 'MultiPolygon', coordinates: [[rectangleRing(0, 0, 10, 10)]] },
  ])('a $type comes out as it went in', (geometry) => {
    expect(toRfc7946(geometry)).toEqual(geometry);
  });
});

test('rings are wound outlines anticlockwise, holes clockwise', () => {
  const wrong: SimpleGeometry = {
    type: 'Polygon',
    coordinates: [rectangleRing(0, 0, 10, 10).toReversed(), rectangleRing(2, 2, 4, 4)],
  };
  expectWound(toRfc7946(wrong));
  expect(toRfc7946(wrong)).toEqual({
    type: 'Polygon',
    coordinates: [rectangleRing(0, 0, 10, 10), rectangleRing(2, 2, 4, 4).toReversed()],
  });
});

describe('polygons across the antimeridian are cut there', () => {
  test.each<[string, Position[]]>([
    ['written past 180', rectangleRing(175, 10, 190, 20)],
    ['written past −180', rectangleRing(-185, 10, -170, 20)],
    ['written with a jump', rectangleRing(175, 10, -170, 20)],
    ['clockwise', rectangleRing(175, 10, 190, 20).toReversed()],
  ])('%s', (_name, outline) => {
    const geometry = toRfc7946({ type: 'Polygon', coordinates: [outline] });
    expect(geometry.type).toBe('MultiPolygon');
    expect(boxesOf(geometry)).toEqual([
      [-180, 10, -170, 20],
      [175, 10, 180, 20],
    ]);
    expectWound(geometry);
  });

  test('with a hole that is written on the other side', () => {
    const geometry = toRfc7946({
      type: 'Polygon',
      coordinates: [rectangleRing(170, 0, 190, 20), rectangleRing(-178, 5, -175, 10)],
    });
    expect(
      polygonsOf(geometry)
        .map((rings) => rings.length)
        .sort(),
    ).toEqual([1, 2]);
    expectWound(geometry);
  });

  test('one by one in a multipolygon', () => {
    const geometry = toRfc7946({
      type: 'MultiPolygon',
      coordinates: [[rectangleRing(0, 0, 1, 1)], [rectangleRing(175, 10, 190, 20)]],
    });
    expect(boxesOf(geometry)).toEqual([
      [-180, 10, -170, 20],
      [0, 0, 1, 1],
      [175, 10, 180, 20],
    ]);
  });

  test('one that lies wholly beyond is moved back as it is', () => {
    const geometry = toRfc7946({ type: 'Polygon', coordinates: [rectangleRing(185, 0, 190, 5)] });
    expect(geometry).toMatchObject({ type: 'Polygon' });
    expect(boxesOf(geometry)).toEqual([[-175, 0, -170, 5]]);
  });

  test('one that crosses itself is still written, within the world', () => {
    const bowTie: Position[] = positions('175 0, 185 10, 185 0, 175 10, 175 0');
    for (const [west = 0, , east = 0] of boxesOf(toRfc7946({ type: 'Polygon', coordinates: [bowTie] }))) {
      expect(west).toBeGreaterThanOrEqual(-180);
      expect(east).toBeLessThanOrEqual(180);
    }
  });
});

describe('lines across the antimeridian are cut there', () => {
  const pieces = [
    [
      [170, 0, 0],
      [180, 5, 50],
    ],
    [
      [-180, 5, 50],
      [-170, 10, 100],
    ],
  ];

  test.each<[string, Position[]]>([
    [
      'written past 180',
      [
        [170, 0, 0],
        [190, 10, 100],
      ],
    ],
    [
      'written with a jump',
      [
        [170, 0, 0],
        [-170, 10, 100],
      ],
    ],
  ])('%s', (_name, coordinates) => {
    expect(toRfc7946({ type: 'LineString', coordinates })).toEqual({
      type: 'MultiLineString',
      coordinates: pieces,
    });
  });

  test('westwards, too, and back again', () => {
    const coordinates = positions('-175 0, -185 10, -175 20');
    expect(toRfc7946({ type: 'LineString', coordinates })).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [
          [-175, 0],
          [-180, 5],
        ],
        positions('180 5, 175 10, 180 15'),
        [
          [-180, 15],
          [-175, 20],
        ],
      ],
    });
  });
});
