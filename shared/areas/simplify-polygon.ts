import { geodesicArea } from '../geo/geodesic.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import { rewindPolygon, signedRingArea } from '../geo/rings.ts';
import { simplifyRings } from './simplify/simplify-rings.ts';

/** A polygon with fewer vertices, and the change. Areas are geodesic, in m². */
export type SimplifiedPolygon = {
  readonly polygon: PolygonGeometry;
  /** More than requested when outlines would cross with fewer, or when each ring has only three left. */
  readonly vertices: number;
  readonly squareMetres: number;
  /** The parts that the area additionally covers, and those that it no longer covers. */
  readonly gained: readonly PolygonGeometry[];
  readonly lost: readonly PolygonGeometry[];
  readonly gainedSquareMetres: number;
  readonly lostSquareMetres: number;
};

/**
 * Reduces a polygon to at most `vertices` of its vertices, those most significant for its shape. Longitudes are
 * continuous. Outlines do not cross if they did not before.
 */
export function simplifyPolygon(polygon: PolygonGeometry, vertices: number): SimplifiedPolygon {
  // Wound so that the area is to the left of every ring.
  const rings = rewindPolygon(polygon).coordinates.map((ring) => ring.slice(0, -1));
  const retained = simplifyRings(rings, vertices);
  const parts = rings.flatMap((ring, index) =>
    chainsOf(ring, retained[index] ?? []).map((chain) => changedParts(chain)),
  );
  const gained = parts.flatMap((part) => part.gained);
  const lost = parts.flatMap((part) => part.lost);
  const simpler: PolygonGeometry = {
    type: 'Polygon',
    coordinates: rings.map((ring, index) => {
      const open = (retained[index] ?? []).flatMap((place) => {
        const position = ring[place];
        return position ? [position] : [];
      });
      const [first] = open;
      return first ? [...open, first] : open;
    }),
  };
  return {
    polygon: simpler,
    vertices: retained.reduce((sum, { length }) => sum + length, 0),
    squareMetres: geodesicArea(simpler),
    gained,
    lost,
    gainedSquareMetres: totalArea(gained),
    lostSquareMetres: totalArea(lost),
  };
}

/** The chains from each retained vertex over the removed ones to the next retained one. */
function chainsOf(ring: readonly [number, number][], retained: readonly number[]): [number, number][][] {
  return retained.map((from, index) => {
    const next = retained[index + 1];
    return next === undefined
      ? [...ring.slice(from), ...ring.slice(0, (retained[0] ?? 0) + 1)]
      : ring.slice(from, next + 1);
  });
}

function totalArea(polygons: readonly PolygonGeometry[]): number {
  return polygons.reduce((sum, polygon) => sum + geodesicArea(polygon), 0);
}

type Position = [number, number];

/**
 * The parts that a ring loses and gains on its left side when a straight edge replaces the vertices between two others.
 * `chain` starts and ends with the retained ones. If it crosses the edge, there are parts on both sides.
 */
function changedParts(chain: readonly Position[]): {
  gained: PolygonGeometry[];
  lost: PolygonGeometry[];
} {
  const [start, end] = [chain[0], chain.at(-1)];
  const parts: { gained: PolygonGeometry[]; lost: PolygonGeometry[] } = { gained: [], lost: [] };
  if (!start || !end || chain.length < 3) return parts;
  for (const loop of loopsOf(chain, start, end)) {
    const area = signedRingArea(loop);
    if (area === 0) continue;
    const polygon: PolygonGeometry = { type: 'Polygon', coordinates: [loop] };
    // A chain to the right of the edge runs anticlockwise around the part that is cut off.
    (area > 0 ? parts.lost : parts.gained).push(polygon);
  }
  return parts;
}

/** Splits the chain where it crosses the edge, and closes each piece along the edge. */
function loopsOf(chain: readonly Position[], start: Position, end: Position): Position[][] {
  const loops: Position[][] = [];
  let loop: Position[] = [start];
  for (const [index, to] of chain.slice(1).entries()) {
    const from = chain[index] ?? start;
    const isInside = index > 0 && index < chain.length - 2;
    const crossing = isInside ? crossingOf(from, to, start, end) : null;
    if (crossing) {
      loops.push(closed([...loop, crossing]));
      loop = [crossing];
    }
    loop.push(to);
  }
  loops.push(closed(loop));
  return loops.filter(({ length }) => length >= 4);
}

function closed(loop: Position[]): Position[] {
  const [first] = loop;
  return first ? [...loop, first] : loop;
}

/** The crossing of the edges a–b and c–d when neither end of a–b is on the line c–d; else null. */
function crossingOf(a: Position, b: Position, c: Position, d: Position): Position | null {
  const sideOf = ([x, y]: Position) => (d[0] - c[0]) * (y - c[1]) - (d[1] - c[1]) * (x - c[0]);
  const [sideA, sideB] = [sideOf(a), sideOf(b)];
  if (sideA * sideB >= 0) return null;
  const share = sideA / (sideA - sideB);
  const crossing: Position = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  const along =
    Math.abs(d[0] - c[0]) > Math.abs(d[1] - c[1])
      ? (crossing[0] - c[0]) / (d[0] - c[0])
      : (crossing[1] - c[1]) / (d[1] - c[1]);
  return along >= 0 && along <= 1 ? crossing : null;
}
