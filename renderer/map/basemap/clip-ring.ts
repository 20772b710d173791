/** `[west, south, east, north]`, in the coordinates of the ring. */
export type ClipBox = readonly [west: number, south: number, east: number, north: number];

type Point = number[];

/**
 * The part of a closed ring inside the box (Sutherland and Hodgman 1974), closed; null when nothing is left. Parts of
 * a concave ring stay joined along the box's sides, so the result suits filling, not stroking.
 */
export function clipRing(ring: readonly Point[], [west, south, east, north]: ClipBox): Point[] | null {
  let points = ring.slice(0, -1);
  points = clipAtSide(points, (point) => x(point) - west);
  points = clipAtSide(points, (point) => east - x(point));
  points = clipAtSide(points, (point) => y(point) - south);
  points = clipAtSide(points, (point) => north - y(point));
  const [first] = points;
  return first && points.length >= 3 ? [...points, first] : null;
}

/** Clips the points to where `depth`, linear in the position, is not negative. */
function clipAtSide(points: readonly Point[], depth: (point: Point) => number): Point[] {
  const clipped: Point[] = [];
  let previous = points.at(-1);
  for (const point of points) {
    if (previous) {
      const before = depth(previous);
      const now = depth(point);
      if (before < 0 !== now < 0) clipped.push(between(previous, point, before / (before - now)));
      if (now >= 0) clipped.push(point);
    }
    previous = point;
  }
  return clipped;
}

function between(from: Point, to: Point, share: number): Point {
  return [x(from) + share * (x(to) - x(from)), y(from) + share * (y(to) - y(from))];
}

function x(point: Point): number {
  return point[0] ?? Number.NaN;
}

function y(point: Point): number {
  return point[1] ?? Number.NaN;
}
