/** A part of the plane and the indexes of the segments that pass through it. */
type Cell = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly members: Int32Array;
  readonly depth: number;
};

/** With at most this many segments in a cell, comparing each pair costs less than dividing it further. */
const smallCell = 12;
/**
 * 24 halvings of each side reach a 17-millionth of the extent; segments that still share a cell meet in one point.
 */
const deepestCell = 48;

/**
 * Visits every pair of segments that may intersect, by their indexes; a pair may be visited several times. `ends`
 * contains x, y of the start and x, y of the end of each segment, as a flat array, because nested arrays take three
 * times as long to read. `visit` returns whether to stop. Returns the number of comparisons, or undefined if they would
 * exceed `maxComparisons`.
 *
 * The plane is repeatedly halved across its longer side, until few segments pass through a part. This separates
 * parallel segments in any direction, where sorting along one axis would compare them all.
 */
export function visitNearbySegments(
  ends: Float64Array,
  visit: (one: number, other: number) => boolean,
  maxComparisons: number,
): number | undefined {
  let comparisons = 0;
  const cells = [wholeCell(ends)];
  for (let cell = cells.pop(); cell; cell = cells.pop()) {
    const { members } = cell;
    const isSmall = members.length <= smallCell || cell.depth >= deepestCell;
    comparisons += isSmall ? (members.length * (members.length - 1)) / 2 : members.length;
    if (comparisons > maxComparisons) return undefined;
    if (!isSmall) cells.push(...halvesOf(cell, ends));
    else if (visitPairs(members, ends, visit)) return comparisons;
  }
  return comparisons;
}

function wholeCell(ends: Float64Array): Cell {
  let [west, south] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [east, north] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < ends.length; at += 2) {
    const [x = Number.NaN, y = Number.NaN] = [ends[at], ends[at + 1]];
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  const members = new Int32Array(ends.length / 4).map((_, index) => index);
  return { west, south, east, north, members, depth: 0 };
}

function visitPairs(
  members: Int32Array,
  ends: Float64Array,
  visit: (one: number, other: number) => boolean,
): boolean {
  for (let first = 0; first < members.length; first += 1) {
    const one = members[first] ?? 0;
    for (let second = first + 1; second < members.length; second += 1) {
      const other = members[second] ?? 0;
      if (spansOverlap(ends, 4 * one, 4 * other) && spansOverlap(ends, 4 * one + 1, 4 * other + 1)) {
        if (visit(one, other)) return true;
      }
    }
  }
  return false;
}

/** Whether two segments overlap along one axis; `one` and `other` are the offsets of their first ordinates on it. */
function spansOverlap(ends: Float64Array, one: number, other: number): boolean {
  const [from = 0, to = 0] = [ends[one], ends[one + 2]];
  const [otherFrom = 0, otherTo = 0] = [ends[other], ends[other + 2]];
  return (
    Math.max(from, to) >= Math.min(otherFrom, otherTo) && Math.max(otherFrom, otherTo) >= Math.min(from, to)
  );
}

/** Returns the eastern or northern half first, so that the western or southern one is popped next. */
function halvesOf(cell: Cell, ends: Float64Array): Cell[] {
  const { west, south, east, north, depth } = cell;
  const isWide = east - west >= north - south;
  const middle = isWide ? (west + east) / 2 : (south + north) / 2;
  const low = { ...cell, depth: depth + 1, ...(isWide ? { east: middle } : { north: middle }) };
  const high = { ...cell, depth: depth + 1, ...(isWide ? { west: middle } : { south: middle }) };
  return [withMembers(high, ends), withMembers(low, ends)];
}

function withMembers(cell: Cell, ends: Float64Array): Cell {
  const members = new Int32Array(cell.members.length);
  let count = 0;
  for (let index = 0; index < cell.members.length; index += 1) {
    const member = cell.members[index] ?? 0;
    if (passesThrough(ends, 4 * member, cell)) {
      members[count] = member;
      count += 1;
    }
  }
  return { ...cell, members: members.slice(0, count) };
}

/** Relative error of the products below is a few times 1e-16; this leaves ample room. */
const tolerance = 1e-12;

/** Whether a segment passes through a closed cell, by separating axes; rounding errors count as passing. */
function passesThrough(ends: Float64Array, at: number, { west, south, east, north }: Cell): boolean {
  const x0 = ends[at] ?? Number.NaN;
  const y0 = ends[at + 1] ?? Number.NaN;
  const x1 = ends[at + 2] ?? Number.NaN;
  const y1 = ends[at + 3] ?? Number.NaN;
  if ((x0 < west && x1 < west) || (x0 > east && x1 > east)) return false;
  if ((y0 < south && y1 < south) || (y0 > north && y1 > north)) return false;
  const dx = x1 - x0;
  const dy = y1 - y0;
  const toSouth = dx * (south - y0);
  const toNorth = dx * (north - y0);
  const toWest = dy * (west - x0);
  const toEast = dy * (east - x0);
  const slack = tolerance * (Math.abs(toSouth) + Math.abs(toNorth) + Math.abs(toWest) + Math.abs(toEast));
  const min = Math.min(toSouth, toNorth) - Math.max(toWest, toEast);
  const max = Math.max(toSouth, toNorth) - Math.min(toWest, toEast);
  return min <= slack && max >= -slack;
}
