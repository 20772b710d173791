import type { Position } from 'geojson';
import { BandedRing } from './banded-ring.ts';
import type { Effort } from './effort.ts';

/**
 * Sorts rings that do not cross into polygons: a ring within no other, or within a hole, is an outline; a ring directly
 * within an outline is a hole of it. Undefined when that takes more than the effort left.
 */
export function groupRings(rings: readonly Position[][], effort: Effort): Position[][][] | undefined {
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

/** Rings at an even depth. A parent is larger than its child, and is settled first. */
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

type Box = { readonly index: number; west: number; south: number; east: number; north: number };

/**
 * For each ring the number of the smallest ring around it, or undefined where there is none. Rings may touch in points
 * and may be open; they must not cross. Undefined altogether when that takes more than the effort left.
 */
export function nestRings(rings: readonly Position[][], effort: Effort): (number | undefined)[] | undefined {
  const parents: (number | undefined)[] = rings.map(() => undefined);
  const boxes = rings.map(boxOf);
  const banded = new Map<number, BandedRing>();
  let active: Box[] = [];
  for (const box of boxes.toSorted((one, other) => one.west - other.west || sizeOf(other) - sizeOf(one))) {
    active = active.filter(({ east }) => east >= box.west);
    if (!effort.spend(active.length)) return undefined;
    let parent: Box | undefined;
    for (const around of active) {
      const isCandidate = isWithin(box, around) && (!parent || sizeOf(around) < sizeOf(parent));
      if (!isCandidate) continue;
      const ring = banded.get(around.index) ?? new BandedRing(closed(rings[around.index] ?? []));
      banded.set(around.index, ring);
      const isInside = isRingWithin(rings[box.index] ?? [], ring, effort);
      if (isInside === undefined) return undefined;
      if (isInside) parent = around;
    }
    parents[box.index] = parent?.index;
    active.push(box);
  }
  return parents;
}

/** A position where rings touch tells nothing, so three are asked and two decide. */
function isRingWithin(ring: readonly Position[], around: BandedRing, effort: Effort): boolean | undefined {
  const third = Math.ceil((ring.length - 1) / 3);
  let inside = 0;
  for (const index of [0, third, 2 * third]) {
    const position = ring[index] ?? [];
    if (!effort.spend(around.edgesBeside(position))) return undefined;
    if (around.contains(position)) inside += 1;
  }
  return inside >= 2;
}

function closed(ring: readonly Position[]): readonly Position[] {
  return [...ring, ...ring.slice(0, 1)];
}

function boxOf(ring: readonly Position[], index: number): Box {
  const box = {
    index,
    west: Number.POSITIVE_INFINITY,
    south: Number.POSITIVE_INFINITY,
    east: Number.NEGATIVE_INFINITY,
    north: Number.NEGATIVE_INFINITY,
  };
  for (const [x = Number.NaN, y = Number.NaN] of ring) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
  }
  return box;
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.south >= outer.south &&
    inner.north <= outer.north
  );
}

function sizeOf({ west, south, east, north }: Box): number {
  return (east - west) * (north - south);
}
