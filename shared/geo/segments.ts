import type { Position } from 'geojson';

/** A point of the plane, here degrees of longitude and latitude. */
type Point = readonly [x: number, y: number];

/** A straight segment of a line or ring. */
export type Segment = readonly [from: Point, to: Point];

/**
 * How and where two segments intersect:
 * - `crossing`: each passes through the interior of the other
 * - `touch`: only an end of one is on the other
 * - `overlap`: they are collinear and share more than a point
 */
export type SegmentIntersection = { readonly kind: 'crossing' | 'touch' | 'overlap'; readonly at: Point };

/** Returns the segments between consecutive positions; repeated positions give none. */
export function segmentsOf(positions: readonly Position[]): Segment[] {
  const segments: Segment[] = [];
  let previous: Point | undefined;
  for (const [x = Number.NaN, y = Number.NaN] of positions) {
    const point: Point = [x, y];
    if (previous && (previous[0] !== x || previous[1] !== y)) segments.push([previous, point]);
    previous = point;
  }
  return segments;
}

/** Returns where and how two segments intersect in the plane, or undefined if they do not. */
export function intersectSegments(first: Segment, second: Segment): SegmentIntersection | undefined {
  const [a, b] = first;
  const [c, d] = second;
  const sideOfA = side(c, d, a);
  const sideOfB = side(c, d, b);
  const sideOfC = side(a, b, c);
  const sideOfD = side(a, b, d);
  if (sideOfA === 0 && sideOfB === 0 && sideOfC === 0 && sideOfD === 0)
    return intersectCollinearSegments(first, second);
  if (areOpposite(sideOfA, sideOfB) && areOpposite(sideOfC, sideOfD)) {
    const along = sideOfA / (sideOfA - sideOfB);
    return { kind: 'crossing', at: [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])] };
  }
  if (sideOfA === 0 && isInBox(second, a)) return { kind: 'touch', at: a };
  if (sideOfB === 0 && isInBox(second, b)) return { kind: 'touch', at: b };
  if (sideOfC === 0 && isInBox(first, c)) return { kind: 'touch', at: c };
  if (sideOfD === 0 && isInBox(first, d)) return { kind: 'touch', at: d };
  return undefined;
}

function intersectCollinearSegments(first: Segment, second: Segment): SegmentIntersection | undefined {
  const ends = [
    ...first.filter((end) => isInBox(second, end)),
    ...second.filter((end) => isInBox(first, end)),
  ];
  const [at] = ends;
  if (!at) return undefined;
  const isOnePoint = ends.every((end) => end[0] === at[0] && end[1] === at[1]);
  return { kind: isOnePoint ? 'touch' : 'overlap', at };
}

/** Twice the signed area of the triangle: positive when `point` is to the left of the line from `from` to `to`. */
function side(from: Point, to: Point, point: Point): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
}

function areOpposite(one: number, other: number): boolean {
  return (one > 0 && other < 0) || (one < 0 && other > 0);
}

function isInBox([from, to]: Segment, point: Point): boolean {
  return (
    point[0] >= Math.min(from[0], to[0]) &&
    point[0] <= Math.max(from[0], to[0]) &&
    point[1] >= Math.min(from[1], to[1]) &&
    point[1] <= Math.max(from[1], to[1])
  );
}
