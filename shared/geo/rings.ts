import type { Polygon, Position } from 'geojson';
import type { PolygonGeometry } from './geometry.ts';

/** Whether the last position of a ring repeats the first. */
export function isClosed(ring: readonly Position[]): boolean {
  const first = ring[0];
  const last = ring.at(-1);
  return first !== undefined && first[0] === last?.[0] && first[1] === last?.[1];
}

/**
 * Returns the signed area of a closed ring in square degrees, by the shoelace formula: positive when it is
 * anticlockwise. Coordinates are relative to the first position, which is exact for small rings far from the origin.
 */
export function signedRingArea(ring: readonly Position[]): number {
  const [originX = 0, originY = 0] = ring[0] ?? [];
  let twice = 0;
  let previousX = 0;
  let previousY = 0;
  for (const [longitude = Number.NaN, latitude = Number.NaN] of ring) {
    const x = longitude - originX;
    const y = latitude - originY;
    twice += previousX * y - x * previousY;
    previousX = x;
    previousY = y;
  }
  return twice / 2;
}

/** Returns a polygon wound as in RFC 7946, 3.1.6: outline anticlockwise, holes clockwise. Heights are left out. */
export function rewindPolygon(polygon: Polygon): PolygonGeometry {
  return {
    type: 'Polygon',
    coordinates: polygon.coordinates.map((ring, index) => {
      const flat = ring.map(([longitude = Number.NaN, latitude = Number.NaN]): [number, number] => [
        longitude,
        latitude,
      ]);
      const isAnticlockwise = signedRingArea(ring) > 0;
      return isAnticlockwise === (index === 0) ? flat : flat.reverse();
    }),
  };
}

/**
 * Whether a position lies inside a closed ring, by counting edges to the east of it; on an edge the result is
 * undefined.
 */
export function isInsideRing(ring: readonly Position[], [x = Number.NaN, y = Number.NaN]: Position): boolean {
  let isInside = false;
  let [previousX = Number.NaN, previousY = Number.NaN] = ring.at(-1) ?? [];
  for (const [nextX = Number.NaN, nextY = Number.NaN] of ring) {
    const spansLatitude = nextY > y !== previousY > y;
    if (spansLatitude && x < nextX + ((y - nextY) / (previousY - nextY)) * (previousX - nextX)) {
      isInside = !isInside;
    }
    previousX = nextX;
    previousY = nextY;
  }
  return isInside;
}

/**
 * Whether a closed ring is inside another that it does not cross. Rings may touch in a point, where the test is
 * undefined, so two of three positions decide.
 */
export function isRingInside(ring: readonly Position[], around: readonly Position[]): boolean {
  const third = Math.ceil((ring.length - 1) / 3);
  const inside = [0, third, 2 * third].filter((index) => isInsideRing(around, ring[index] ?? []));
  return inside.length >= 2;
}
