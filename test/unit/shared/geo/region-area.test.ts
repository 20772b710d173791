import type { Polygon, Position } from 'geojson';
import { describe, expect, it, test } from 'vitest';
import { circlePolygon, geodesicArea } from '../../../../shared/geo/geodesic.ts';
import {
  intersectSpans,
  type LongitudeSpan,
  subtractSpans,
  toSpans,
  totalWidth,
  unionSpans,
} from '../../../../shared/geo/longitude-spans.ts';
import {
  boundsIntersect,
  longitudeSpansAt,
  regionContains,
  toRegion,
} from '../../../../shared/geo/region.ts';
import { coveredShare, latitudeStrips, stripArea } from '../../../../shared/geo/region-area.ts';
import { positions, rectangle } from '../../../builders/positions.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const areaOf = (polygon: Polygon) => {
  const region = toRegion([polygon]);
  return stripArea(latitudeStrips(region), (latitude) => longitudeSpansAt(region, latitude));
};
/** A rectangle whose edges have so many corners that geodesics and lines in degrees are the same. */
const fine = (west: number, south: number, east: number, north: number): Polygon => {
  const at = (part: number): Position => [west + (east - west) * part, south];
  const parts = Array.from({ length: 401 }, (_, index) => index / 400);
  const bottom = parts.map(at);
  const top = parts.toReversed().map((part): Position => [west + (east - west) * part, north]);
  return { type: 'Polygon', coordinates: [[...bottom, ...top, at(0)]] };
};

describe('longitude spans', () => {
  test.each<[number, number, LongitudeSpan[]]>([
    [10, 20, [[10, 20]]],
    [
      170,
      190,
      [
        [-180, -170],
        [170, 180],
      ],
    ],
    [
      -190,
      -170,
      [
        [-180, -170],
        [170, 180],
      ],
    ],
    [
      530,
      550,
      [
        [-180, -170],
        [170, 180],
      ],
    ],
    [180, 190, [[-180, -170]]],
    [-200, -180, [[160, 180]]],
    [0, 360, [[-180, 180]]],
    [5, 5, []],
    [6, 5, []],
  ])('%i to %i', (west, east, spans) => {
    expect(toSpans(west, east)).toEqual(spans);
  });

  it('unites, intersects and subtracts as sets do', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed);
      const some = () =>
        unionSpans(
          Array.from({ length: random.between(0, 6) }, () => {
            const west = random.between(-30, 29);
            return toSpans(west, west + random.between(1, 8));
          }).flat(),
        );
      const one = some();
      const other = some();
      const holds = (spans: readonly LongitudeSpan[], at: number) =>
        spans.some(([west, east]) => at > west && at < east);
      const both = intersectSpans(one, other);
      const only = subtractSpans(one, other);
      for (let at = -31.5; at < 40; at += 1) {
        expect(holds(both, at), `seed ${seed}`).toBe(holds(one, at) && holds(other, at));
        expect(holds(only, at), `seed ${seed}`).toBe(holds(one, at) && !holds(other, at));
      }
      expect(totalWidth(both) + totalWidth(only)).toBeCloseTo(totalWidth(one), 9);
    }
  });
});

describe('region areas', () => {
  test.each<[string, Polygon]>([
    ['a box at the equator', fine(0, 0, 4, 2)],
    ['a box far north', fine(20, 68, 24, 71)],
    ['a box over the equator', fine(-10, -3, -5, 4)],
    ['a box over the antimeridian', fine(175, 50, 187, 52)],
    ['a circle', circlePolygon([120, 35], 20_000, 360)],
    ['a circle over the antimeridian', circlePolygon([180, -60], 300_000, 720)],
  ])('measures %s as the geodesic does', (_, polygon) => {
    const geodesic = geodesicArea(polygon);
    expect(Math.abs(areaOf(polygon) - geodesic) / geodesic).toBeLessThan(2e-4);
  });

  it('subtracts holes', () => {
    const [outline = []] = rectangle(0, 0, 2, 2).coordinates;
    const [hole = []] = rectangle(0.5, 0.5, 1.5, 1.5).coordinates;
    const holed = areaOf({ type: 'Polygon', coordinates: [outline, hole] });
    const expected = areaOf(rectangle(0, 0, 2, 2)) - areaOf(rectangle(0.5, 0.5, 1.5, 1.5));
    expect(holed / expected).toBeCloseTo(1, 9);
  });

  it('measures shares along parallels and meridians exactly', () => {
    const share = (one: Polygon, ...others: Polygon[]) =>
      coveredShare(
        toRegion([one]),
        others.map((other) => toRegion([other])),
      );
    expect(share(rectangle(0, 0, 4, 2), rectangle(1, -1, 2, 3))).toBeCloseTo(0.25, 12);
    expect(share(rectangle(0, 0, 4, 2), rectangle(1, -1, 2, 3), rectangle(1.5, -1, 3, 3))).toBeCloseTo(
      0.5,
      12,
    );
    expect(share(rectangle(0, 0, 4, 2), rectangle(-1, -1, 5, 5))).toBe(1);
    expect(share(rectangle(0, 0, 4, 2), rectangle(4, 0, 8, 2))).toBe(0);
    expect(share(rectangle(176, 0, 184, 2), rectangle(-180, 0, -178, 2))).toBeCloseTo(0.25, 12);
    expect(share(rectangle(0, 0, 4, 2), rectangle(360, 0, 361, 2))).toBeCloseTo(0.25, 12);
    expect(share(rectangle(0, 0, 4, 2))).toBe(0);
  });

  it('catches slivers', () => {
    const region = toRegion([rectangle(0, 0, 4, 2)]);
    expect(coveredShare(region, [toRegion([rectangle(1, 0.5, 1.0001, 0.5001)])])).toBeGreaterThan(0);
  });

  it('gives every share to one side or the other of a line, whatever its slope', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededRandom(seed);
      const at = random.next() * 4;
      const to = random.next() * 4;
      const west = toRegion([
        {
          type: 'Polygon',
          coordinates: [
            [
              [-1, 0],
              [at, 0],
              [to, 2],
              [-1, 2],
              [-1, 0],
            ],
          ],
        },
      ]);
      const east = toRegion([
        {
          type: 'Polygon',
          coordinates: [
            [
              [at, 0],
              [9, 0],
              [9, 2],
              [to, 2],
              [at, 0],
            ],
          ],
        },
      ]);
      const region = toRegion([rectangle(0, 0, 4, 2)]);
      expect(coveredShare(region, [west]) + coveredShare(region, [east]), `seed ${seed}`).toBeCloseTo(1, 9);
      expect(coveredShare(region, [west, east])).toBeCloseTo(1, 9);
    }
  });

  it('never throws, whatever the rings', () => {
    const odd: Position[][][] = [
      [],
      [[]],
      [[[0, 0]]],
      [
        [
          [0, 0],
          [1, 1],
        ],
      ],
      [positions('0 0, 2 2, 2 0, 0 2, 0 0')],
      [
        [
          [0, 0],
          [Number.NaN, 1],
          [1, 1],
          [0, 0],
        ],
      ],
      [positions('-180 80, -90 80, 0 80, 90 80, 180 80')],
      [positions('0 0, 0 0, 0 0, 0 0')],
    ];
    for (const coordinates of odd) {
      const share = coveredShare(toRegion([rectangle(0, 0, 4, 2)]), [
        toRegion([{ type: 'Polygon', coordinates }]),
      ]);
      expect(share, JSON.stringify(coordinates)).toBeGreaterThanOrEqual(0);
      expect(coveredShare(toRegion([{ type: 'Polygon', coordinates }]), [])).toBe(0);
    }
  });
});

test.each<[string, Position[]]>([['a ring that is not closed', positions('0 0, 1 2, 2 0, 3 2')]])(
  '%s holds nothing',
  (_, ring) => {
    const region = toRegion([{ type: 'Polygon', coordinates: [ring] }]);
    for (const latitude of [1, 82, 84]) expect(longitudeSpansAt(region, latitude)).toEqual([]);
  },
);

describe('regionHolds and mayMeet', () => {
  const pacific = toRegion([rectangle(175, 0, 185, 5)]);
  it('knows both ways of writing a longitude', () => {
    for (const longitude of [176, 184, -176, 180, -180, 536]) {
      expect(regionContains(pacific, longitude, 2), String(longitude)).toBe(true);
    }
    for (const longitude of [174, -174, 0]) expect(regionContains(pacific, longitude, 2)).toBe(false);
    expect(regionContains(pacific, 180, 6)).toBe(false);
    expect(regionContains(toRegion([]), 0, 0)).toBe(false);
  });
  it('compares boxes over the antimeridian', () => {
    expect(boundsIntersect(pacific, toRegion([rectangle(-178, 1, -170, 2)]))).toBe(true);
    expect(boundsIntersect(pacific, toRegion([rectangle(-170, 1, -160, 2)]))).toBe(false);
    expect(boundsIntersect(pacific, toRegion([rectangle(-178, 6, -170, 7)]))).toBe(false);
    expect(boundsIntersect(pacific, toRegion([]))).toBe(false);
  });
});
