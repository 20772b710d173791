import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { sidesOfRing } from '../../../../renderer/map/image-outline.ts';
import { closeOverPole } from '../../../../shared/geo/close-over-pole.ts';
import { positions, rectangleRing } from '../../../builders/positions.ts';

const closed = (ring: readonly Position[]) => closeOverPole(ring) ?? [...ring];
const around = (latitude: number): Position[] => [
  [-170, latitude],
  [-80, latitude],
  [10, latitude],
  [100, latitude],
  [190, latitude],
];

test.each([84, -72])('of a scene around a pole at %i° the sides alone are outlined', (latitude) => {
  const sides = sidesOfRing(closed(around(latitude)));
  expect(sides).toHaveLength(1);
  expect(new Set(sides.flat().map(([, each]) => each))).toEqual(new Set([latitude]));
  const longitudes = sides.flat().map(([longitude = Number.NaN]) => longitude);
  expect(Math.max(...longitudes) - Math.min(...longitudes)).toBe(360);
});

test('of a scene with a corner at the pole its two sides there remain', () => {
  const sides = sidesOfRing(closed(positions('0 90, 20 80, 60 80, 0 90')));
  const edges = sides.flatMap((side) => side.slice(1).map((position, index) => [side[index], position]));
  expect(edges.filter((edge) => edge.some((position) => position?.[1] === 90))).toHaveLength(2);
});

test('of any other scene all sides are outlined, also along the antimeridian', () => {
  const ring = rectangleRing(170, 50, 180, 55);
  expect(sidesOfRing(ring)).toEqual([ring]);
});
