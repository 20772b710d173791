import type { Geometry, Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { boundsOf } from '../../../../shared/geo/bounds-of.ts';
import { flattenGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from '../../../../shared/geo/longitude.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import { isInsideRing } from '../../../../shared/geo/rings.ts';
import { positions, rectangleRing } from '../../../builders/positions.ts';

const box = (...edges: [number, number, number, number]): Geometry => ({
  type: 'Polygon',
  coordinates: [rectangleRing(...edges)],
});
const deep = (depth: number, inner: Geometry): Geometry => {
  let geometry = inner;
  for (let level = 0; level < depth; level += 1)
    geometry = { type: 'GeometryCollection', geometries: [geometry] };
  return geometry;
};

describe('longitudes', () => {
  test.each(
    positions('0 0, 180 180, -180 -180, 190 -170, -190 170, 360 0, 540 -180, -725 -5, 124.612 124.612'),
  )('%d is %d', (longitude, normal) => {
    expect(normalizeLongitude(longitude)).toBe(normal);
  });
  test.each<[number[], number[]]>([
    [
      [179, -179, 178],
      [179, 181, 178],
    ],
    [
      [-179, 179],
      [-179, -181],
    ],
    [
      [170, 190, 170],
      [170, 190, 170],
    ],
    [
      [0, 100, -160, -60, 0],
      [0, 100, 200, 300, 360],
    ],
    [
      [-180, 180, 180, -180],
      [-180, 180, 180, -180],
    ],
    [[], []],
  ])('%j runs on as %j', (longitudes, continuous) => {
    expect(unwrapLongitudes(longitudes.map((longitude) => [longitude, 0]))).toEqual(continuous);
  });
});

describe('boundsOf', () => {
  const cases: [string, Geometry, BoundingBox | null][] = [
    ['a point', { type: 'Point', coordinates: [124.612, 35.9412, 7] }, [124.612, 35.9412, 124.612, 35.9412]],
    ['a box', box(120, 30, 125, 38), [120, 30, 125, 38]],
    ['a box past 180', box(170, -5, 190, 5), [170, -5, -170, 5]],
    ['a box before −180', box(-190, -5, -170, 5), [170, -5, -170, 5]],
    ['a box written 170, −170', box(170, -5, -170, 5), [170, -5, -170, 5]],
    ['a box up to 180', box(170, -5, 180, 5), [170, -5, 180, 5]],
    ['a box from −180', box(-180, -5, -170, 5), [-180, -5, -170, 5]],
    ['the world', box(-180, -90, 180, 90), [-180, -90, 180, 90]],
    [
      'halves at the antimeridian',
      {
        type: 'MultiPolygon',
        coordinates: [[rectangleRing(170, 0, 180, 1)], [rectangleRing(-180, 2, -170, 3)]],
      },
      [170, 0, -170, 3],
    ],
    [
      'parts apart',
      { type: 'MultiPolygon', coordinates: [[rectangleRing(100, 0, 110, 1)], [rectangleRing(-10, 2, 0, 3)]] },
      [-10, 0, 110, 3],
    ],
    [
      'a part over the antimeridian that holds another',
      {
        type: 'MultiPolygon',
        coordinates: [[rectangleRing(170, 0, 220, 1)], [rectangleRing(-170, 0, -160, 1)]],
      },
      [170, 0, -140, 1],
    ],
    [
      'parts around the Earth',
      {
        type: 'MultiPolygon',
        coordinates: [-180, -60, 60].map((west) => [rectangleRing(west, 0, west + 120, 1)]),
      },
      [-180, 0, 180, 1],
    ],
    [
      'points on both sides',
      {
        type: 'MultiPoint',
        coordinates: [
          [179, 1],
          [-179, 2],
        ],
      },
      [179, 1, -179, 2],
    ],
    [
      'points at ±180',
      {
        type: 'MultiPoint',
        coordinates: [
          [180, 1],
          [-180, 2],
        ],
      },
      [180, 1, 180, 2],
    ],
    [
      'a line over the antimeridian',
      {
        type: 'LineString',
        coordinates: [
          [179, 1],
          [-178, 2],
        ],
      },
      [179, 1, -178, 2],
    ],
    [
      'lines',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 1],
            [2, 2],
          ],
          [
            [3, 0],
            [4, 1],
          ],
        ],
      },
      [1, 0, 4, 2],
    ],
    [
      'a collection',
      { type: 'GeometryCollection', geometries: [box(0, 0, 1, 1), box(5, 5, 6, 6)] },
      [0, 0, 6, 6],
    ],
    ['a collection 50,000 deep', deep(50_000, box(0, 0, 1, 1)), [0, 0, 1, 1]],
    ['an empty point', { type: 'Point', coordinates: [] }, null],
    ['an empty polygon', { type: 'Polygon', coordinates: [] }, null],
    ['an empty collection', { type: 'GeometryCollection', geometries: [] }, null],
  ];
  test.each(cases)('%s', (_name, geometry, bounds) => {
    expect(boundsOf(geometry)).toEqual(bounds);
  });
});

describe('pointInside', () => {
  const u: Position[] = positions('0 0, 9 0, 9 9, 6 9, 6 3, 3 3, 3 9, 0 9, 0 0');
  const cases: [string, Position[][]][] = [
    ['a box', [rectangleRing(120, 30, 125, 38)]],
    ['a U, whose center is outside', [u]],
    ['a box with a hole in the middle', [rectangleRing(0, 0, 10, 10), rectangleRing(2, 2, 8, 8)]],
    ['a triangle with a corner at half height', [positions('0 0, 4 2, 0 4, 0 0')]],
    [
      'a sliver',
      [
        [
          [0, 0],
          [10, 1e-9],
          [10, 2e-9],
          [0, 0],
        ],
      ],
    ],
  ];
  test.each(cases)('of %s is inside', (_name, rings) => {
    const inside = representativePoint({ type: 'Polygon', coordinates: rings });
    const [outline = [], ...holes] = rings;
    expect(inside && isInsideRing(outline, inside.slice())).toBe(true);
    for (const hole of holes) expect(inside && isInsideRing(hole, inside.slice())).toBe(false);
  });
  const exact: [string, Geometry, [number, number] | null][] = [
    ['a point', { type: 'Point', coordinates: [1, 2, 3] }, [1, 2]],
    ['a point past 180', { type: 'Point', coordinates: [181, 2] }, [-179, 2]],
    [
      'points',
      {
        type: 'MultiPoint',
        coordinates: [
          [5, 6],
          [7, 8],
        ],
      },
      [5, 6],
    ],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: positions('0 0, 1 5, 2 0'),
      },
      [1, 5],
    ],
    [
      'lines',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
          positions('5 5, 6 6, 7 7'),
        ],
      },
      [6, 6],
    ],
    ['a box past 180', box(170, 0, 196, 2), [-177, 1]],
    ['a box written 174, −160', box(174, 0, -160, 2), [-173, 1]],
    [
      'a box over the antimeridian whose hole is written on the other side',
      { type: 'Polygon', coordinates: [rectangleRing(170, 0, 190, 10), rectangleRing(-179, 2, -172, 8)] },
      [175.5, 5],
    ],
    [
      'parts',
      { type: 'MultiPolygon', coordinates: [[rectangleRing(0, 0, 1, 1)], [rectangleRing(10, 10, 20, 20)]] },
      [15, 15],
    ],
    [
      'a flat ring',
      {
        type: 'Polygon',
        coordinates: [positions('1 1, 2 1, 3 1, 1 1')],
      },
      [1, 1],
    ],
    [
      'a collection with an area',
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [9, 9] }, box(0, 0, 2, 2)] },
      [1, 1],
    ],
    [
      'a collection with an empty area',
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', coordinates: [] },
          { type: 'Point', coordinates: [9, 9] },
        ],
      },
      [9, 9],
    ],
    ['an empty point', { type: 'Point', coordinates: [] }, null],
    ['an empty polygon', { type: 'Polygon', coordinates: [] }, null],
    ['empty parts', { type: 'MultiPolygon', coordinates: [] }, null],
    ['an empty line', { type: 'LineString', coordinates: [] }, null],
  ];
  test.each(exact)('of %s', (_name, geometry, position) => {
    expect(representativePoint(geometry)).toEqual(position);
  });
});

test('flattenGeometry preserves the order', () => {
  const point = (x: number): Geometry => ({ type: 'Point', coordinates: [x, 0] });
  const nested: Geometry = {
    type: 'GeometryCollection',
    geometries: [point(1), { type: 'GeometryCollection', geometries: [point(2), point(3)] }, point(4)],
  };
  expect(flattenGeometry(nested)).toEqual([1, 2, 3, 4].map(point));
});
