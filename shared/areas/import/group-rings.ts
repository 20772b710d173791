import type { Position } from 'geojson';
import type { ComparisonBudget } from './comparison-budget.ts';

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

const maxBands = 4096;
/** The number of bands is chosen so that an edge is in about this many of them on average. */
const bandsPerEdge = 8;

/** The edges of many closed rings, sorted into bands of latitude, to find the rings that contain a position. */
class EdgeBands {
  /** x, y, x, y of each edge. */
  readonly #ends: Float64Array;
  readonly #ringOfEdge: Int32Array;
  readonly #south: number;
  readonly #height: number;
  readonly #count: number;
  /** Start index of each band in `#edges`, and the end of the last. */
  readonly #starts: Int32Array;
  readonly #edges: Int32Array;

  constructor(rings: readonly (readonly Position[])[]) {
    const total = rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0);
    this.#ends = new Float64Array(4 * total);
    this.#ringOfEdge = new Int32Array(total);
    this.#fill(rings);
    const { south, height, travel } = this.#extent();
    this.#south = south;
    const bandCount = Math.floor((bandsPerEdge * total * height) / travel);
    this.#count = Math.max(1, Math.min(maxBands, total, Number.isFinite(bandCount) ? bandCount : 1));
    this.#height = height / this.#count;
    this.#starts = new Int32Array(this.#count + 1);
    this.#edges = this.#sorted();
  }

  /** Number of edges that `ringsContaining` compares. */
  countEdgesAt([, latitude = Number.NaN]: Position): number {
    const band = this.#bandAt(latitude);
    return (this.#starts[band + 1] ?? 0) - (this.#starts[band] ?? 0);
  }

  /**
   * The indices of the rings that contain a position, found by counting edges to the east of it. Undefined when it lies
   * on an edge of a ring other than `ownRing`, so that inside and outside cannot be distinguished.
   */
  ringsContaining([x = Number.NaN, y = Number.NaN]: Position, ownRing: number): Set<number> | undefined {
    const around = new Set<number>();
    const band = this.#bandAt(y);
    const end = this.#starts[band + 1] ?? 0;
    for (let at = this.#starts[band] ?? 0; at < end; at += 1) {
      const edge = this.#edges[at] ?? 0;
      const ring = this.#ringOfEdge[edge] ?? 0;
      if (ring === ownRing) continue;
      const fromY = this.#ends[4 * edge + 1] ?? 0;
      const toY = this.#ends[4 * edge + 3] ?? 0;
      if (Math.min(fromY, toY) > y || Math.max(fromY, toY) < y) continue;
      const fromX = this.#ends[4 * edge] ?? 0;
      const toX = this.#ends[4 * edge + 2] ?? 0;
      const beside =
        fromY === toY ? nearest(x, fromX, toX) : toX + ((y - toY) / (fromY - toY)) * (fromX - toX);
      if (x === beside) return undefined;
      const spansLatitude = toY > y !== fromY > y;
      if (spansLatitude && x < beside && !around.delete(ring)) around.add(ring);
    }
    return around;
  }

  #fill(rings: readonly (readonly Position[])[]): void {
    let edge = 0;
    for (const [number, ring] of rings.entries()) {
      for (let index = 1; index < ring.length; index += 1) {
        const [from, to] = [ring[index - 1], ring[index]];
        this.#ends.set([from?.[0] ?? 0, from?.[1] ?? 0, to?.[0] ?? 0, to?.[1] ?? 0], 4 * edge);
        this.#ringOfEdge[edge] = number;
        edge += 1;
      }
    }
  }

  #extent(): { south: number; height: number; travel: number } {
    let [south, north, travel] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (let at = 1; at < this.#ends.length; at += 4) {
      const [from = 0, to = 0] = [this.#ends[at], this.#ends[at + 2]];
      south = Math.min(south, from);
      north = Math.max(north, from);
      travel += Math.abs(to - from);
    }
    return { south, height: north - south, travel };
  }

  /** A counting sort: counts the edges of each band, computes the start indices, then stores the edges. */
  #sorted(): Int32Array {
    this.#forEachBand((band) => {
      this.#starts[band + 1] = (this.#starts[band + 1] ?? 0) + 1;
    });
    for (let band = 1; band <= this.#count; band += 1) {
      this.#starts[band] = (this.#starts[band] ?? 0) + (this.#starts[band - 1] ?? 0);
    }
    const edges = new Int32Array(this.#starts[this.#count] ?? 0);
    const next = this.#starts.slice();
    this.#forEachBand((band, edge) => {
      const at = next[band] ?? 0;
      edges[at] = edge;
      next[band] = at + 1;
    });
    return edges;
  }

  #forEachBand(visit: (band: number, edge: number) => void): void {
    for (let edge = 0; edge < this.#ringOfEdge.length; edge += 1) {
      const [from = 0, to = 0] = [this.#ends[4 * edge + 1], this.#ends[4 * edge + 3]];
      const last = this.#bandAt(Math.max(from, to));
      for (let band = this.#bandAt(Math.min(from, to)); band <= last; band += 1) visit(band, edge);
    }
  }

  #bandAt(latitude: number): number {
    const band = Math.floor((latitude - this.#south) / this.#height);
    return Number.isNaN(band) ? 0 : Math.max(0, Math.min(this.#count - 1, band));
  }
}

function nearest(x: number, from: number, to: number): number {
  return Math.max(Math.min(from, to), Math.min(Math.max(from, to), x));
}
