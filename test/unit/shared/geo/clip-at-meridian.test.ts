import type { Polygon, Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { clipAtMeridian, splitAtAntimeridian } from '../../../../shared/geo/antimeridian.ts';
import { checkAreaPolygon } from '../../../../shared/geo/check-area-polygon.ts';
import { rewindPolygon, signedRingArea } from '../../../../shared/geo/rings.ts';
import { positions, rectangleRing } from '../../../builders/positions.ts';

const polygon = (...rings: Position[][]): Polygon =>
  rewindPolygon({ type: 'Polygon', coordinates: rings.map((ring) => [...ring, ...ring.slice(0, 1)]) });
const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];
const squareDegrees = (polygons: readonly Position[][][]) =>
  polygons.flat().reduce((sum, ring) => sum + signedRingArea(ring), 0);

describe('clipAtMeridian', () => {
  test('keeps one side, and the cut is closed along the meridian', () => {
    expect(clipAtMeridian(polygon(box(0, 0, 4, 2)), 1, 'west')).toEqual([[rectangleRing(1, 2, 0, 0)]]);
  });
  test('an edge along the meridian cuts nothing off', () => {
    const shape = polygon(box(0, 0, 4, 2));
    expect(squareDegrees(clipAtMeridian(shape, 4, 'west') ?? [])).toBe(8);
    expect(clipAtMeridian(shape, 4, 'east')).toEqual([]);
  });
  test('a corner on the meridian pinches the piece in two', () => {
    const notched = polygon(positions('0 0, 8 0, 8 4, 4 2, 8 4.5, 8 8, 0 8'));
    const east = clipAtMeridian(notched, 4, 'east') ?? [];
    expect(east).toHaveLength(2);
    expect(squareDegrees(east)).toBeCloseTo(32 - 1, 9);
  });
  test('a hole with a side on the meridian, from either side, leaves no seam', () => {
    const shape = polygon(box(0, 0, 8, 8), box(4, 2, 6, 4));
    expect(clipAtMeridian(shape, 4, 'west')?.map((rings) => rings.length)).toEqual([1]);
    expect(squareDegrees(clipAtMeridian(shape, 4, 'east') ?? [])).toBe(32 - 4);
    const other = polygon(box(0, 0, 8, 8), box(2, 2, 4, 4));
    expect(squareDegrees(clipAtMeridian(other, 4, 'west') ?? [])).toBe(32 - 4);
    expect(clipAtMeridian(other, 4, 'east')?.map((rings) => rings.length)).toEqual([1]);
  });
  test('returns undefined for rings that cross', () => {
    const [one = [], other = []] = [box(0, 0, 8, 8), box(-1, 1, 9, 7)].map((ring) => [
      ...ring,
      ...ring.slice(0, 1),
    ]);
    expect(clipAtMeridian({ type: 'Polygon', coordinates: [one, other] }, 4, 'east')).toBeUndefined();
  });
});

describe('splitAtAntimeridian', () => {
  test('keeps the area, and gives sound pieces, for random outlines on a grid and off it', () => {
    let state = 11;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    let split = 0;
    for (let round = 0; round < 6000; round += 1) {
      const center = 180 + Math.round(random() * 6 - 3);
      const angles = Array.from({ length: 3 + Math.floor(random() * 9) }, () => random() * 2 * Math.PI).sort(
        (a, b) => a - b,
      );
      const place = round % 2 === 0 ? Math.round : (value: number) => value;
      const shape = polygon(
        angles.map((angle): Position => {
          const radius = 1 + random() * 6;
          return [place(center + radius * Math.cos(angle)), place(radius * Math.sin(angle))];
        }),
      );
      if (checkAreaPolygon(shape).length > 0) continue;
      const pieces = splitAtAntimeridian(shape);
      if (pieces.length > 1) split += 1;
      expect(pieces.flatMap(checkAreaPolygon)).toEqual([]);
      expect(squareDegrees(pieces.map(({ coordinates }) => coordinates))).toBeCloseTo(
        squareDegrees([shape.coordinates]),
        9,
      );
    }
    expect(split).toBeGreaterThan(1000);
  });
  test('splits 50,000 corners, on which the general intersection runs out of stack', () => {
    const coast = Array.from({ length: 50_000 }, (_, index): Position => {
      const angle = (2 * Math.PI * index) / 50_000;
      return [180 + (5 + Math.sin(9 * angle)) * Math.cos(angle), (5 + Math.sin(9 * angle)) * Math.sin(angle)];
    });
    expect(splitAtAntimeridian(polygon(coast)).length).toBeGreaterThan(1);
  });
});
