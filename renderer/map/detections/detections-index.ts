import { isInBox, type PackedBox } from './detection-filter.ts';
import { mortonKey, mortonLevels } from './morton.ts';
import { type PackedDetections, wordsPerDetection } from './packed-detections.ts';

/** Runs this short are scanned instead of being divided further. */
const shortSearchRun = 48;
/** Runs this short are drawn whole: some points out of sight cost less than another draw call. */
const shortDrawRun = 4096;

/** Slots `from` up to, not including, `to`. */
export type Run = { readonly from: number; readonly to: number };

/** Calls `visit` with the slot of every detection in the box, in Morton order. */
export function visitBox(packed: PackedDetections, box: PackedBox, visit: (slot: number) => void): void {
  const { words } = packed;
  visitRuns(packed, box, shortSearchRun, ({ from, to }, isWithin) => {
    for (let slot = from; slot < to; slot++) {
      const word = slot * wordsPerDetection;
      if (isWithin || isInBox(box, words[word] as number, words[word + 1] as number)) visit(slot);
    }
  });
}

/** A few disjoint runs of slots that contain all detections in the box, and some others. */
export function runsInBox(packed: PackedDetections, box: PackedBox): Run[] {
  const runs: Run[] = [];
  visitRuns(packed, box, shortDrawRun, (run) => {
    const last = runs.at(-1);
    if (last?.to === run.from) runs[runs.length - 1] = { from: last.from, to: run.to };
    else runs.push(run);
  });
  return runs;
}

type VisitRun = (run: Run, isWithin: boolean) => void;

function visitRuns(packed: PackedDetections, box: PackedBox, shortRun: number, visit: VisitRun): void {
  visitCell(packed, box, shortRun, visit, { level: 0, x: 0, y: 0, key: 0 }, { from: 0, to: packed.count });
}

/** A quadtree cell: its level (0 is the world), north-western corner in feed units, and first Morton key. */
type Cell = { readonly level: number; readonly x: number; readonly y: number; readonly key: number };

function visitCell(
  packed: PackedDetections,
  box: PackedBox,
  shortRun: number,
  visit: VisitRun,
  cell: Cell,
  run: Run,
): void {
  if (run.from >= run.to || !overlapsCell(cell, box)) return;
  const isWithin = isCellWithin(cell, box);
  if (isWithin || run.to - run.from <= shortRun || cell.level === mortonLevels) {
    visit(run, isWithin);
    return;
  }
  const half = 2 ** (31 - cell.level);
  const keys = 4 ** (mortonLevels - cell.level - 1);
  let from = run.from;
  for (let child = 0; child < 4; child++) {
    const key = cell.key + child * keys;
    const to = child === 3 ? run.to : lowerBound(packed, key + keys, from, run.to);
    const x = cell.x + (child & 1) * half;
    const y = cell.y + (child >> 1) * half;
    visitCell(packed, box, shortRun, visit, { level: cell.level + 1, x, y, key }, { from, to });
    from = to;
  }
}

function overlapsCell(cell: Cell, { west, east, north, south }: PackedBox): boolean {
  const last = lastOf(cell);
  const isBeside =
    west <= east ? cell.x > east || cell.x + last < west : cell.x > east && cell.x + last < west;
  return !isBeside && cell.y <= south && cell.y + last >= north;
}

function isCellWithin(cell: Cell, { west, east, north, south }: PackedBox): boolean {
  const last = lastOf(cell);
  const isBetween =
    west <= east ? cell.x >= west && cell.x + last <= east : cell.x >= west || cell.x + last <= east;
  return isBetween && cell.y >= north && cell.y + last <= south;
}

/** Width of a cell in feed units, less one. */
function lastOf({ level }: Cell): number {
  return 2 ** (32 - level) - 1;
}

/** The first slot in `[from, to)` whose Morton key is not below `key`. */
function lowerBound({ words }: PackedDetections, key: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const word = middle * wordsPerDetection;
    if (mortonKey(words[word] as number, words[word + 1] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of strips that the world is divided into; narrower gaps are ignored. */
const strips = 4096;
const stripWidth = 2 ** 32 / strips;

/**
 * The smallest box around the matching detections, `west > east` when it crosses the antimeridian; null without any.
 * West and east are exact to 1/4096 of the world (0.09°), always outwards.
 */
export function detectionsExtent(
  { words, count }: PackedDetections,
  matches: (slot: number) => boolean,
): PackedBox | null {
  const isOccupied = new Uint8Array(strips);
  let north = Number.POSITIVE_INFINITY;
  let south = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < count; slot++) {
    if (!matches(slot)) continue;
    const y = words[slot * wordsPerDetection + 1] as number;
    isOccupied[Math.floor((words[slot * wordsPerDetection] as number) / stripWidth)] = 1;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  if (north > south) return null;
  const gap = widestGap(isOccupied);
  return {
    west: ((gap.end + 1) % strips) * stripWidth,
    east: ((gap.start - 1 + strips) % strips) * stripWidth + stripWidth - 1,
    north,
    south,
  };
}

/** The longest run of free strips around the world, as its first and last strip; both modulo the world. */
function widestGap(isOccupied: Uint8Array): { readonly start: number; readonly end: number } {
  let best = { start: 0, end: -1 };
  let start = 0;
  // Two rounds, so that a gap across the antimeridian is found completely.
  for (let strip = 0; strip < 2 * strips; strip++) {
    if (isOccupied[strip % strips]) start = strip + 1;
    else if (strip - start > best.end - best.start) best = { start, end: strip };
  }
  return { start: best.start % strips, end: (best.end + strips) % strips };
}
