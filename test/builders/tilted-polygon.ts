import type { Polygon, Position } from 'geojson';
import { rectangleRing } from './positions.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A four-sided ring around a position, turned by an angle; it may cross the antimeridian. */
export function tiltedPolygon(
  random: SeededRandom,
  longitude: number,
  latitude: number,
  size: number,
): Polygon {
  const turn = random.next() * Math.PI;
  const [width, height] = [size * (0.3 + random.next()), size * (0.3 + random.next())];
  const corners = rectangleRing(-1, -1, 1, 1).map(
    ([x = 0, y = 0]): Position => [
      longitude + width * x * Math.cos(turn) - height * y * Math.sin(turn),
      latitude + width * x * Math.sin(turn) + height * y * Math.cos(turn),
    ],
  );
  return { type: 'Polygon', coordinates: [corners] };
}

/** Even-odd test of a continuous ring, by a ray to the east; independent of the product. */
export function containsByRay(
  { coordinates: [ring = []] }: Polygon,
  longitude: number,
  latitude: number,
): boolean {
  return [-360, 0, 360].some((turn) => {
    let isInside = false;
    for (let index = 1; index < ring.length; index += 1) {
      const [x1 = 0, y1 = 0] = ring[index - 1] ?? [];
      const [x2 = 0, y2 = 0] = ring[index] ?? [];
      if (y1 > latitude === y2 > latitude) continue;
      if (longitude + turn < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    }
    return isInside;
  });
}
