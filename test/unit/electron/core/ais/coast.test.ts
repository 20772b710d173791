import { readFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { expect, test } from 'vitest';
import { createCoast } from '../../../../../electron/core/ais/match-ais-pass.ts';
import { inProject } from '../../../../../scripts/lib/paths.mjs';
import { destination } from '../../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { regionContains, toRegion } from '../../../../../shared/geo/region.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

const land = JSON.parse(
  readFileSync(inProject('node_modules', 'world-atlas', 'land-10m.json'), 'utf8'),
) as Topology;
const coast = createCoast(land);

test('land is what the polygons of the same data cover, at every longitude and latitude', () => {
  const { land: object } = land.objects;
  if (!object) throw new Error('The topology has no land.');
  const collection = feature(land, object);
  const shapes = collection.type === 'FeatureCollection' ? collection.features : [collection];
  const region = toRegion(shapes.map(({ geometry }) => geometry));
  const random = seededRandom(35);
  const positions = Array.from(
    { length: 400 },
    () => [random.next() * 360 - 180, random.next() * 172 - 84] as const,
  );
  const wrong = positions.filter(
    ([longitude, latitude]) =>
      coast.isLand(longitude, latitude) !== regionContains(region, longitude, latitude),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['Moscow', 37.62, 55.75, true],
  ['Chukotka, across the antimeridian', -178, 66.5, true],
  ['Chukotka, on the other side of it', 178, 67, true],
  ['Fiji', 178, -17.8, true],
  ['the South Pole', 0, -90, true],
  ['Antarctica', 180, -86, true],
  ['the North Pole', 0, 90, false],
  ['off Busan', 129.3, 35, false],
  ['the Bering Sea', 180, 60, false],
])('%s', (_name, longitude, latitude, isLand) => {
  expect(coast.isLand(longitude, latitude)).toBe(isLand);
  expect(coast.isLand(longitude + 360, latitude)).toBe(isLand);
});

test('no land is nearer than the distance at which a position is near it, and some is just beyond', () => {
  const random = seededRandom(36);
  const hasLand = (position: LonLat, meters: number) =>
    Array.from({ length: 3600 }, (_, step) => destination(position, step / 10, meters)).some(
      ([longitude, latitude]) => coast.isLand(longitude, latitude),
    );
  for (const center of [
    [129.1, 35.1],
    [179.5, -16.5],
    [-179.2, 68.5],
    [15, 79],
  ] as const) {
    for (let round = 0; round < 10; round += 1) {
      const position = destination(center, random.next() * 360, random.next() * 60_000);
      const [longitude, latitude] = position;
      if (coast.isLand(longitude, latitude)) continue;
      let [near, far] = [0, 200_000];
      while (far - near > 1) {
        const middle = (near + far) / 2;
        if (coast.isNearLand(longitude, latitude, middle)) far = middle;
        else near = middle;
      }
      expect(hasLand(position, near * 0.995)).toBe(false);
      expect(hasLand(position, far * 1.01 + 10)).toBe(true);
    }
  }
});
