import type { Position } from 'geojson';
import type { ComparisonBudget } from './comparison-budget.ts';
import { EdgeBands } from './edge-bands.ts';

/**
 * Groups rings that do not cross into polygons: a ring inside no other, or inside a hole, is an outline. A ring
 * directly inside an outline is its hole. Undefined when this exceeds the comparison budget.
 */
export function groupRings(
  rings: readonly Position[][],
  effort: ComparisonBudget,
): Position[][][] | undefined {
  const parents = nestRings(rings, effort);
  if (!parents) return undefined;
  const isOutline = outlinesOf(parents);
  const groups = new Map<number, Position[][]>();
  for (const [index, ring] of rings.entries()) if (isOutline[index]) groups.set(index, [ring]);
  for (const [index, ring] of rings.entries()) {
    if (!isOutline[index]) groups.get(parents[index] ?? -1)?.push(ring);
  }
  return [...groups.values()];
}

/** Whether each ring is at an even depth. A parent is larger than its child, so it is processed first. */
function outlinesOf(parents: readonly (number | undefined)[]): boolean[] {
  const isOutline: boolean[] = [];
  for (const start of parents.keys()) {
    const path = [];
    let index: number | undefined = start;
    while (index !== undefined && isOutline[index] === undefined) {
      path.push(index);
      index = parents[index];
    }
    let around = index === undefined ? false : (isOutline[index] ?? false);
    for (const inner of path.toReversed()) {
      around = !around;
      isOutline[inner] = around;
    }
  }
  return isOutline;
}

/**
 * For each ring the index of the smallest ring that contains it, or undefined if none does. Rings may touch in points
 * and may be open; they must not cross. The result is undefined when this exceeds the comparison budget.
 */
export function nestRings(
  rings: readonly Position[][],
  effort: ComparisonBudget,
): (number | undefined)[] | undefined {
  if (rings.length === 1) return [undefined];
  const sizes = rings.map(boxSize);
  const bands = new EdgeBands(rings.map((ring) => [...ring, ...ring.slice(0, 1)]));
  const parents: (number | undefined)[] = [];
  for (const [index, ring] of rings.entries()) {
    const around = ringsAround(ring, index, bands, effort);
    if (!around) return undefined;
    let parent: number | undefined;
    for (const candidate of around) {
      const isLarger = (sizes[candidate] ?? 0) > (sizes[index] ?? 0);
      const isSmallest = parent === undefined || (sizes[candidate] ?? 0) < (sizes[parent] ?? 0);
      if (isLarger && isSmallest) parent = candidate;
    }
    parents.push(parent);
  }
  return parents;
}

/** Testing an edge against a position is about this much cheaper than comparing two edges. */
const ringTestsPerComparison = 8;

/**
 * Tests one position after another, because one where rings touch is ambiguous. Undefined when the budget is used up.
 */
function ringsAround(
  ring: readonly Position[],
  ownRing: number,
  bands: EdgeBands,
  effort: ComparisonBudget,
): Iterable<number> | undefined {
  for (const position of ring) {
    if (!effort.spend(1 + bands.countEdgesAt(position) / ringTestsPerComparison)) return undefined;
    const around = bands.ringsContaining(position, ownRing);
    if (around) return around;
  }
  // Every corner touches another ring, so the ring is treated as inside no other.
  return [];
}

function boxSize(ring: readonly Position[]): number {
  let [west, south] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [east, north] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x = Number.NaN, y = Number.NaN] of ring) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return (east - west) * (north - south);
}
