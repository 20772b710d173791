import { circlePolygon } from '../geo/geodesic.ts';
import type { AreaShape } from './area.ts';

type Corner = [longitude: number, latitude: number];

/** Corners of the polygon that approximates a circle; it deviates by less than 0.02 % of the radius, as on the map. */
const circleCorners = 180;

/**
 * Converts an area to the ring of a filter's `within`. An edge in both directions connects a hole to the outline's
 * first corner, so by the even-odd rule holes are outside.
 */
export function shapeToRings(shape: AreaShape): Corner[][] {
  const polygon =
    shape.kind === 'polygon'
      ? shape.polygon.coordinates
      : circlePolygon(shape.center, shape.radiusMetres, circleCorners).coordinates;
  const [outline, ...holes] = polygon.map((ring) =>
    ring.map(([longitude = Number.NaN, latitude = Number.NaN]): Corner => [longitude, latitude]),
  );
  const [start] = outline ?? [];
  if (!outline || !start) return [];
  return [[...outline, ...holes.flatMap((hole) => [...hole, start])]];
}
