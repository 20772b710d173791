import type { Polygon, Position } from 'geojson';
import type { LonLat } from './geometry.ts';
import { visitNearbySegments } from './nearby-segments.ts';

/** An edge with its ring, its index in the ring, and the number of edges of the ring. */
type RingEdge = {
  readonly segment: Segment;
  readonly ring: number;
  readonly index: number;
  readonly count: number;
};

/** Places where two edges of a polygon cross, touch or retrace one another. */
export type SelfCrossing = {
  readonly at: LonLat;
  /** The two edges: ring, and index among the edges between different positions, from 0. */
  readonly edges: readonly [CrossingEdge, CrossingEdge];
};
type CrossingEdge = { readonly ring: number; readonly index: number };

/** The result of a bounded search: the crossings and the number of comparisons, or that it was aborted. */
export type SelfCrossingSearch =
  | {
      readonly isComplete: true;
      readonly crossings: readonly SelfCrossing[];
      readonly comparisons: number;
    }
  | { readonly isComplete: false };

/**
 * Finds where the rings of a polygon cross, touch or retrace themselves, or cross one another: `[longitude, latitude]`,
 * at most `limit` of them, from west to east. Two rings may touch in a point.
 *
 * Edges are straight in degrees (RFC 7946, 3.1.1) and longitudes continuous past ±180. Only nearby edges are compared;
 * turf's `kinks` compares all, and misses retraced edges.
 */
export function findSelfCrossings(polygon: Polygon, limit = 100): LonLat[] {
  const search = searchSelfCrossings(polygon, limit, Number.POSITIVE_INFINITY);
  return search.isComplete ? search.crossings.map(({ at }) => at) : [];
}

/**
 * The same search with the crossing edges, aborted when it would take more than `maxComparisons`: about twenty for each
 * edge of a coastline, far more for dense parallel edges.
 */
export function searchSelfCrossings(
  polygon: Polygon,
  limit: number,
  maxComparisons: number,
): SelfCrossingSearch {
  const edges = edgesOf(polygon);
  const crossings = new Map<number, SelfCrossing>();
  const visit = (first: number, second: number) => {
    const [one, other] = [pieceAt(edges, first), pieceAt(edges, second)];
    const at = crossingOf(one, other);
    // A pair is visited for each cell that both edges pass through.
    if (at) crossings.set(first * edges.ring.length + second, { at, edges: [one, other] });
    return crossings.size >= limit;
  };
  const comparisons = visitNearbySegments(edges.ends, visit, maxComparisons);
  if (comparisons === undefined) return { isComplete: false };
  const fromWestToEast = [...crossings.values()].sort(
    (one, other) => one.at[0] - other.at[0] || one.at[1] - other.at[1],
  );
  return { isComplete: true, crossings: fromWestToEast, comparisons };
}

/**
 * Returns where a line that is being drawn would cross, touch or retrace itself if it continued to `next`, or
 * undefined. With `closing` the edge from `next` back to the first position counts too. Positions are continuous past
 * ±180.
 */
export function wouldSelfCross(
  lineSoFar: readonly Position[],
  next: Position,
  closing: boolean,
): LonLat | undefined {
  const old = segmentsOf(lineSoFar).length;
  const segments = segmentsOf([...lineSoFar, next, ...(closing ? lineSoFar.slice(0, 1) : [])]);
  const pieces = segments.map((segment, index): RingEdge => {
    return { segment, ring: 0, index, count: closing ? segments.length : Number.POSITIVE_INFINITY };
  });
  for (const added of pieces.slice(old)) {
    for (const piece of pieces.slice(0, added.index)) {
      const crossing = crossingOf(piece, added);
      if (crossing) return crossing;
    }
  }
  return undefined;
}

/** The edges of all rings in flat arrays, repeated positions left out: x, y, x, y; ring; number within the ring. */
type Edges = {
  readonly ends: Float64Array;
  readonly ring: Int32Array;
  readonly index: Int32Array;
  readonly counts: readonly number[];
};

function edgesOf({ coordinates }: Polygon): Edges {
  const maxEdges = coordinates.reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0);
  const ends = new Float64Array(4 * maxEdges);
  const ringOfEdge = new Int32Array(maxEdges);
  const indexOfEdge = new Int32Array(maxEdges);
  let total = 0;
  const counts = coordinates.map((ring, number) => {
    const before = total;
    let previous: Position | undefined;
    for (const position of ring) {
      if (previous && (previous[0] !== position[0] || previous[1] !== position[1])) {
        ends[4 * total] = previous[0] ?? Number.NaN;
        ends[4 * total + 1] = previous[1] ?? Number.NaN;
        ends[4 * total + 2] = position[0] ?? Number.NaN;
        ends[4 * total + 3] = position[1] ?? Number.NaN;
        ringOfEdge[total] = number;
        indexOfEdge[total] = total - before;
        total += 1;
      }
      previous = position;
    }
    return total - before;
  });
  return {
    ends: ends.subarray(0, 4 * total),
    ring: ringOfEdge.subarray(0, total),
    index: indexOfEdge.subarray(0, total),
    counts,
  };
}

function pieceAt({ ends, ring, index, counts }: Edges, edge: number): RingEdge {
  const [fromX = 0, fromY = 0] = [ends[4 * edge], ends[4 * edge + 1]];
  const [toX = 0, toY = 0] = [ends[4 * edge + 2], ends[4 * edge + 3]];
  const number = ring[edge] ?? 0;
  return {
    segment: [
      [fromX, fromY],
      [toX, toY],
    ],
    ring: number,
    index: index[edge] ?? 0,
    count: counts[number] ?? 0,
  };
}

function crossingOf(one: RingEdge, other: RingEdge): LonLat | undefined {
  const meeting = intersectSegments(one.segment, other.segment);
  return meeting && isFault(meeting, one, other) ? meeting.at : undefined;
}

function isFault(meeting: SegmentIntersection, one: RingEdge, other: RingEdge): boolean {
  const mayTouch = one.ring !== other.ring || areNeighbors(one, other);
  return meeting.kind !== 'touch' || !mayTouch;
}

function areNeighbors(one: RingEdge, other: RingEdge): boolean {
  const apart = Math.abs(one.index - other.index);
  return apart === 1 || apart === one.count - 1;
}

/** A point of the plane, here degrees of longitude and latitude. */
type Point = readonly [x: number, y: number];

/** A straight segment of a line or ring. */
export type Segment = readonly [from: Point, to: Point];

/**
 * Way and place of an intersection of two segments:
 * - `crossing`: each passes through the interior of the other
 * - `touch`: only an end of one is on the other
 * - `overlap`: they are collinear and share more than a point
 */
type SegmentIntersection = { readonly kind: 'crossing' | 'touch' | 'overlap'; readonly at: Point };

/** Returns the segments between consecutive positions; repeated positions give none. */
function segmentsOf(positions: readonly Position[]): Segment[] {
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
