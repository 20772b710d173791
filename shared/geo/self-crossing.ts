import type { Polygon, Position } from 'geojson';
import type { LonLat } from './geometry.ts';
import { type Meeting, meetingOf, type Segment, segmentsOf } from './segments.ts';

/** A segment with its place: which ring, which piece of it, and how many pieces that ring has. */
type Piece = {
  readonly segment: Segment;
  readonly ring: number;
  readonly index: number;
  readonly count: number;
};

/**
 * Where the rings of a polygon cross, touch or retrace themselves, or cross one another: `[longitude, latitude]`, at
 * most `limit` of them, from west to east. That two rings touch in a point is allowed.
 *
 * Edges are straight in degrees (RFC 7946, 3.1.1) and longitudes continuous past ±180. Pieces are sorted by longitude,
 * so that only those are compared that lie beside each other; turf's `kinks` compares all, and misses retraced edges.
 */
export function findSelfCrossings(polygon: Polygon, limit = 100): LonLat[] {
  const pieces = polygon.coordinates
    .flatMap(piecesOf)
    .sort((one, other) => westOf(one.segment) - westOf(other.segment));
  const found: LonLat[] = [];
  for (const [index, piece] of pieces.entries()) {
    const east = eastOf(piece.segment);
    for (let next = index + 1; next < pieces.length; next += 1) {
      const other = pieces[next];
      if (!other || westOf(other.segment) > east) break;
      const crossing = crossingOf(piece, other);
      if (crossing) found.push(crossing);
      if (found.length >= limit) return found;
    }
  }
  return found;
}

/**
 * Where a line that is being drawn would cross, touch or retrace itself if it went on to `next`, or undefined.
 * With `closing` the way from `next` back to the first position counts too. Positions are continuous past ±180.
 */
export function wouldCross(
  lineSoFar: readonly Position[],
  next: Position,
  closing: boolean,
): LonLat | undefined {
  const old = segmentsOf(lineSoFar).length;
  const segments = segmentsOf([...lineSoFar, next, ...(closing ? lineSoFar.slice(0, 1) : [])]);
  const pieces = segments.map((segment, index): Piece => {
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

function piecesOf(ring: readonly Position[], ringIndex: number): Piece[] {
  const segments = segmentsOf(ring);
  return segments.map((segment, index) => ({ segment, ring: ringIndex, index, count: segments.length }));
}

function crossingOf(one: Piece, other: Piece): LonLat | undefined {
  const meeting = meetingOf(one.segment, other.segment);
  return meeting && isFault(meeting, one, other) ? meeting.at : undefined;
}

function isFault(meeting: Meeting, one: Piece, other: Piece): boolean {
  const mayTouch = one.ring !== other.ring || areNeighbours(one, other);
  return meeting.kind !== 'touch' || !mayTouch;
}

function areNeighbours(one: Piece, other: Piece): boolean {
  const apart = Math.abs(one.index - other.index);
  return apart === 1 || apart === one.count - 1;
}

function westOf([from, to]: Segment): number {
  return Math.min(from[0], to[0]);
}

function eastOf([from, to]: Segment): number {
  return Math.max(from[0], to[0]);
}
