import type { Position } from 'geojson';

/** A polygon whose edges are sorted into bands of latitude, so that only a few are tested for each point. */
export type Region = {
  readonly box: readonly [west: number, south: number, east: number, north: number];
  /** x and y of both ends of each edge. */
  readonly edges: Float64Array;
  readonly bandsPerDegree: number;
  /** Where the edges of each band begin in `bandEdges`; one more at the end. */
  readonly starts: Uint32Array;
  readonly bandEdges: Uint32Array;
};

const maxBands = 65_536;

/** Prepares the rings of a polygon, closed or not; undefined without any edge. */
export function createRegion(rings: readonly (readonly Position[])[]): Region | undefined {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0);
  const edges = new Float64Array(4 * count);
  let at = 0;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    let [fromX = Number.NaN, fromY = Number.NaN] = ring.at(-1) ?? [];
    for (const [x = Number.NaN, y = Number.NaN] of ring) {
      edges.set([fromX, fromY, x, y], at);
      at += 4;
      [west, south, east, north] = [
        Math.min(west, x),
        Math.min(south, y),
        Math.max(east, x),
        Math.max(north, y),
      ];
      [fromX, fromY] = [x, y];
    }
  }
  if (count === 0) return undefined;
  const bands = Math.min(maxBands, count);
  const bandsPerDegree = north > south ? bands / (north - south) : 0;
  const bandOf = (y: number) => Math.min(bands - 1, Math.floor((y - south) * bandsPerDegree));
  const rangeOf = (edge: number) => {
    const [from, to] = [edges[4 * edge + 1] as number, edges[4 * edge + 3] as number];
    return [bandOf(Math.min(from, to)), bandOf(Math.max(from, to))] as const;
  };
  const starts = new Uint32Array(bands + 1);
  for (let edge = 0; edge < count; edge += 1) {
    const [first, last] = rangeOf(edge);
    for (let band = first; band <= last; band += 1) starts[band + 1] = (starts[band + 1] as number) + 1;
  }
  for (let band = 0; band < bands; band += 1)
    starts[band + 1] = (starts[band + 1] as number) + (starts[band] as number);
  const bandEdges = new Uint32Array(starts[bands] as number);
  const next = starts.slice();
  for (let edge = 0; edge < count; edge += 1) {
    const [first, last] = rangeOf(edge);
    for (let band = first; band <= last; band += 1) {
      bandEdges[next[band] as number] = edge;
      next[band] = (next[band] as number) + 1;
    }
  }
  return { box: [west, south, east, north], edges, bandsPerDegree, starts, bandEdges };
}

/**
 * Whether a point within the box of a polygon is inside it, by the even-odd rule, with edges that are straight in degrees,
 * as in other GIS. A point on an edge may be inside or outside.
 */
export function isInRegion(
  { box, edges, bandsPerDegree, starts, bandEdges }: Region,
  x: number,
  y: number,
): boolean {
  const band = Math.min(starts.length - 2, Math.floor((y - box[1]) * bandsPerDegree));
  const end = starts[band + 1] as number;
  let isInside = false;
  for (let at = starts[band] as number; at < end; at += 1) {
    const edge = 4 * (bandEdges[at] as number);
    const [fromY, toY] = [edges[edge + 1] as number, edges[edge + 3] as number];
    if (toY <= y === fromY <= y) continue;
    const [fromX, toX] = [edges[edge] as number, edges[edge + 2] as number];
    if (x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isInside = !isInside;
  }
  return isInside;
}
