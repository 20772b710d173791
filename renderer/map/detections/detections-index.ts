import type { PackedBox } from './detection-filter.ts';
import { mortonLevels } from './morton.ts';
import { type PackedDetections, wordsPerDetection } from './packed-detections.ts';

/** Runs this short are looked through instead of being divided further. */
const shortRun = 48;

/** Calls `visit` with the place of every detection in the box, in Morton order on each side of the antimeridian. */
export function visitBox(packed: PackedDetections, box: PackedBox, visit: (place: number) => void): void {
  if (box.west <= box.east) {
    visitCell(packed, box, visit, { level: 0, x: 0, y: 0, key: 0 }, 0, packed.count);
    return;
  }
  visitBox(packed, { ...box, east: 2 ** 32 - 1 }, visit);
  visitBox(packed, { ...box, west: 0 }, visit);
}

/** A quadtree cell: its level (0 is the world), north-western corner in feed units, and first Morton key. */
type Cell = { readonly level: number; readonly x: number; readonly y: number; readonly key: number };

function visitCell(
  packed: PackedDetections,
  box: PackedBox,
  visit: (place: number) => void,
  cell: Cell,
  from: number,
  to: number,
): void {
  if (from >= to) return;
  const last = 2 ** (32 - cell.level) - 1;
  if (cell.x > box.east || cell.x + last < box.west || cell.y > box.south || cell.y + last < box.north)
    return;
  const isWithin =
    cell.x >= box.west && cell.x + last <= box.east && cell.y >= box.north && cell.y + last <= box.south;
  if (isWithin) {
    for (let place = from; place < to; place++) visit(place);
    return;
  }
  if (to - from <= shortRun || cell.level === mortonLevels) {
    visitRun(packed, box, visit, from, to);
    return;
  }
  const half = 2 ** (31 - cell.level);
  const keys = 4 ** (mortonLevels - cell.level - 1);
  let start = from;
  for (let child = 0; child < 4; child++) {
    const key = cell.key + child * keys;
    const end = child === 3 ? to : lowerBound(packed.keys, key + keys, start, to);
    const quarter = {
      level: cell.level + 1,
      x: cell.x + (child & 1) * half,
      y: cell.y + (child >> 1) * half,
      key,
    };
    visitCell(packed, box, visit, quarter, start, end);
    start = end;
  }
}

function visitRun(
  { words }: PackedDetections,
  box: PackedBox,
  visit: (place: number) => void,
  from: number,
  to: number,
): void {
  for (let place = from; place < to; place++) {
    const x = words[place * wordsPerDetection] as number;
    const y = words[place * wordsPerDetection + 1] as number;
    if (x >= box.west && x <= box.east && y >= box.north && y <= box.south) visit(place);
  }
}

/** The first place in `[from, to)` whose key is not below `key`. */
function lowerBound(keys: Uint32Array, key: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
