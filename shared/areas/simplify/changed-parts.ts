import type { PolygonGeometry } from '../../geo/geometry.ts';
import { signedRingArea } from '../../geo/rings.ts';

type Position = [number, number];

/**
 * The parts that a ring loses and gains on its left side when a straight edge replaces the vertices between two others.
 * `chain` starts and ends with the retained ones. If it crosses the edge, there are parts on both sides.
 */
export function changedParts(chain: readonly Position[]): {
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
