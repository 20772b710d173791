import type { Position } from 'geojson';

/** An arc becomes edges of at most this angle: they are off it by 0.015 % of its radius. GDAL has 4°. */
const maxStep = Math.PI / 90;

/** An arc that is off its chord by less than this share of its length is straight: rounding makes such ones. */
const straight = 1e-12;

/**
 * The positions of a circular string (OGC 06-103r4, 6.1.8): arcs of a start, a position on it and an end, which is the next
 * start. A start that is its end too makes a circle, whose other position is opposite. Heights are left out. Undefined
 * where the number of positions makes no arcs.
 */
export function linearizeArcs(positions: readonly Position[]): Position[] | undefined {
  if (positions.length > 0 && (positions.length < 3 || positions.length % 2 === 0)) return undefined;
  const line = positions.slice(0, 1).map(toPlane);
  for (let at = 0; at + 2 < positions.length; at += 2) {
    const [start = [], middle = [], end = []] = positions.slice(at, at + 3).map(toPlane);
    addArc(line, start, middle, end);
  }
  return line;
}

/** Lines that follow one another as one; the start of each is the end of the one before it. */
export function joinLines(lines: readonly (readonly Position[])[]): Position[] {
  const joined: Position[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const isRepeated = last !== undefined && last[0] === line[0]?.[0] && last[1] === line[0]?.[1];
    for (const position of isRepeated ? line.slice(1) : line) joined.push(position);
  }
  return joined;
}

function toPlane([x = Number.NaN, y = Number.NaN]: Position): Position {
  return [x, y];
}

/** Adds an arc without its start. */
function addArc(line: Position[], start: Position, middle: Position, end: Position): void {
  const circle = circleThrough(start, middle, end);
  if (!circle) {
    line.push(middle, end);
    return;
  }
  const { center, direction } = circle;
  for (const [from, to] of [
    [start, middle],
    [middle, end],
  ] as const) {
    const [first, radius] = polar(center, from);
    const [last] = polar(center, to);
    const turn = 2 * Math.PI;
    const sweep = ((((last - first) * direction) % turn) + turn) % turn;
    const steps = Math.ceil(sweep / maxStep);
    for (let step = 1; step < steps; step += 1) {
      const angle = first + (direction * sweep * step) / steps;
      line.push([(center[0] ?? 0) + radius * Math.cos(angle), (center[1] ?? 0) + radius * Math.sin(angle)]);
    }
    line.push(to);
  }
}

/** The center, and 1 where the arc runs anticlockwise, −1 where it does not; undefined for a straight one. */
function circleThrough(
  [x0 = 0, y0 = 0]: Position,
  [x1 = 0, y1 = 0]: Position,
  [x2 = 0, y2 = 0]: Position,
): { readonly center: Position; readonly direction: 1 | -1 } | undefined {
  if (x0 === x2 && y0 === y2) return { center: [(x0 + x1) / 2, (y0 + y1) / 2], direction: 1 };
  const [ax, ay, bx, by] = [x1 - x0, y1 - y0, x2 - x0, y2 - y0];
  const cross = ax * by - ay * bx;
  const [a, b] = [ax * ax + ay * ay, bx * bx + by * by];
  if (!(Math.abs(cross) > straight * Math.max(a, b))) return undefined;
  const center = [x0 + (by * a - ay * b) / (2 * cross), y0 + (ax * b - bx * a) / (2 * cross)];
  return { center, direction: cross > 0 ? 1 : -1 };
}

function polar(
  [centerX = 0, centerY = 0]: Position,
  [x = 0, y = 0]: Position,
): [angle: number, radius: number] {
  return [Math.atan2(y - centerY, x - centerX), Math.hypot(x - centerX, y - centerY)];
}
