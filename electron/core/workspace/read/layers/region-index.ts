type Ring = readonly (readonly number[])[];

/** A polygon, prepared so that only a few of its edges are tested for each point. */
export type IndexedPolygon = {
  readonly box: readonly [west: number, south: number, east: number, north: number];
  /** x and y of both ends of each edge. */
  readonly edges: Float64Array;
  /** Absent where testing all edges is as fast. */
  readonly grid: Grid | undefined;
};

/**
 * The edges of a polygon by the cells that they touch. Edges that lie wholly east of a point's column are counted without
 * testing them: a ray to the east crosses an odd number of them when an odd number of their ends has at most the point's
 * y. Ends that two of them share cancel out, so only ends next to an edge further west are listed.
 */
type Grid = {
  readonly columns: Axis;
  readonly bands: Axis;
  /** The westernmost column of each edge. */
  readonly firstColumns: Uint16Array;
  /** Edges by cell, column by column. */
  readonly cells: Groups<Uint32Array>;
  /** Edges that touch many cells, by band. */
  readonly longEdges: Groups<Uint32Array>;
  /** Ascending y of the ends of edges east of each column. */
  readonly eastEnds: Groups<Float64Array>;
};

/** Equal parts of the extent of a polygon. */
type Axis = { readonly from: number; readonly count: number; readonly partsPerDegree: number };

/** The values of all groups in order; group `n` is from `starts[n]` to `starts[n + 1]`. */
type Groups<Values> = { readonly starts: Uint32Array; readonly values: Values };

const maxEdgesWithoutGrid = 32;
const maxParts = 65_535;
/** An edge that touches more cells is listed by band. */
const maxCellsOfEdge = 16;

/** Prepares the rings of a polygon, each a list of `[x, y]`, closed or not; undefined without any edge. */
export function createRegion(rings: readonly Ring[]): IndexedPolygon | undefined {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (count === 0) return undefined;
  const edges = new Float64Array(4 * count);
  let at = 0;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    let [fromX = Number.NaN, fromY = Number.NaN] = ring.at(-1) ?? [];
    for (const [x = Number.NaN, y = Number.NaN] of ring) {
      edges[at] = fromX;
      edges[at + 1] = fromY;
      edges[at + 2] = x;
      edges[at + 3] = y;
      at += 4;
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
      fromX = x;
      fromY = y;
    }
  }
  const box = [west, south, east, north] as const;
  return { box, edges, grid: count > maxEdgesWithoutGrid ? createGrid(rings, box, edges) : undefined };
}

function createGrid(
  rings: readonly Ring[],
  [west, south, east, north]: IndexedPolygon['box'],
  edges: Float64Array,
): Grid {
  const count = edges.length / 4;
  let [width, height] = [0, 0];
  for (let at = 0; at < edges.length; at += 4) {
    width += Math.abs((edges[at + 2] as number) - (edges[at] as number));
    height += Math.abs((edges[at + 3] as number) - (edges[at + 1] as number));
  }
  // Cells are as large as the mean edge, but at most twice as many as edges.
  const partsOf = (extent: number, sum: number) => {
    const parts = (extent * count) / sum;
    return parts >= 1 ? Math.min(parts, count) : 1;
  };
  const [across, along] = [partsOf(east - west, width), partsOf(north - south, height)];
  const scale = Math.min(1, Math.sqrt((2 * count) / (across * along)));
  const columns = toAxis(west, east, across * scale);
  const bands = toAxis(south, north, along * scale);

  const firstColumns = new Uint16Array(count);
  const [cellsOfShort, bandsOfLong] = [toVisitor(false), toVisitor(true)];
  /** Adds each short edge to its cells, or each long one to its bands. */
  function toVisitor(isLong: boolean) {
    return (add: (group: number, edge: number) => void) => {
      for (let edge = 0; edge < count; edge += 1) {
        const [fromX, fromY] = [edges[4 * edge] as number, edges[4 * edge + 1] as number];
        const [toX, toY] = [edges[4 * edge + 2] as number, edges[4 * edge + 3] as number];
        // An edge without one of its numbers is crossed by no ray.
        if (Number.isNaN(fromX + fromY + toX + toY)) continue;
        const [firstColumn, lastColumn] = [
          partOf(columns, Math.min(fromX, toX)),
          partOf(columns, Math.max(fromX, toX)),
        ];
        const [firstBand, lastBand] = [
          partOf(bands, Math.min(fromY, toY)),
          partOf(bands, Math.max(fromY, toY)),
        ];
        firstColumns[edge] = firstColumn;
        if (isLong !== (lastColumn - firstColumn + 1) * (lastBand - firstBand + 1) > maxCellsOfEdge) continue;
        for (let band = firstBand; band <= lastBand; band += 1) {
          if (isLong) add(band, edge);
          else
            for (let column = firstColumn; column <= lastColumn; column += 1)
              add(column * bands.count + band, edge);
        }
      }
    };
  }
  const cells = toGroups(columns.count * bands.count, Uint32Array, cellsOfShort);
  const longEdges = toGroups(bands.count, Uint32Array, bandsOfLong);
  const eastEnds = toGroups(columns.count, Float64Array, (add) => {
    let first = 0;
    for (const ring of rings) {
      for (let index = 0; index < ring.length; index += 1) {
        const one = firstColumns[first + index] as number;
        const other = firstColumns[first + ((index + 1) % ring.length)] as number;
        const y = edges[4 * (first + index) + 3] as number;
        for (let column = Math.min(one, other); column < Math.max(one, other); column += 1) add(column, y);
      }
      first += ring.length;
    }
  });
  for (let column = 0; column < columns.count; column += 1)
    eastEnds.values.subarray(eastEnds.starts[column], eastEnds.starts[column + 1]).sort();
  return { columns, bands, firstColumns, cells, longEdges, eastEnds };
}

function toAxis(from: number, to: number, parts: number): Axis {
  const count = Math.max(1, Math.min(maxParts, Math.floor(parts)));
  return { from, count, partsPerDegree: to > from ? count / (to - from) : 0 };
}

/** The part of a value, which never decreases as the value increases. */
function partOf({ from, count, partsPerDegree }: Axis, value: number): number {
  return Math.min(count - 1, Math.floor((value - from) * partsPerDegree));
}

/** Groups what `visit` adds in each of two calls, in which it must add the same. */
function toGroups<Values extends Uint32Array | Float64Array>(
  count: number,
  List: new (length: number) => Values,
  visit: (add: (group: number, value: number) => void) => void,
): Groups<Values> {
  const starts = new Uint32Array(count + 1);
  visit((group) => {
    starts[group + 1] = (starts[group + 1] as number) + 1;
  });
  for (let group = 0; group < count; group += 1)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const values = new List(starts[count] as number);
  const next = starts.slice();
  visit((group, value) => {
    values[next[group] as number] = value;
    next[group] = (next[group] as number) + 1;
  });
  return { starts, values };
}

/**
 * Whether a point within the box of a polygon is inside it, by the even-odd rule, with edges that are straight in degrees,
 * as in other GIS. A point on an edge may be inside or outside.
 */
export function isInRegion({ edges, grid }: IndexedPolygon, x: number, y: number): boolean {
  let isInside = false;
  if (!grid) {
    for (let at = 0; at < edges.length; at += 4) if (isCrossed(edges, at, x, y)) isInside = !isInside;
    return isInside;
  }
  const { columns, bands, firstColumns, cells, longEdges, eastEnds } = grid;
  const [column, band] = [partOf(columns, x), partOf(bands, y)];
  if (countUpTo(eastEnds, column, y) % 2 === 1) isInside = true;
  const cell = column * bands.count + band;
  const endOfCell = cells.starts[cell + 1] as number;
  for (let at = cells.starts[cell] as number; at < endOfCell; at += 1)
    if (isCrossed(edges, 4 * (cells.values[at] as number), x, y)) isInside = !isInside;
  const endOfBand = longEdges.starts[band + 1] as number;
  for (let at = longEdges.starts[band] as number; at < endOfBand; at += 1) {
    const edge = longEdges.values[at] as number;
    const isCounted = (firstColumns[edge] as number) > column;
    if (!isCounted && isCrossed(edges, 4 * edge, x, y)) isInside = !isInside;
  }
  return isInside;
}

/** Whether the ray from a point to the east crosses the edge at this index of `edges`; its upper end does not count. */
function isCrossed(edges: Float64Array, at: number, x: number, y: number): boolean {
  const [fromY, toY] = [edges[at + 1] as number, edges[at + 3] as number];
  if (toY <= y === fromY <= y) return false;
  const [fromX, toX] = [edges[at] as number, edges[at + 2] as number];
  return x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
}

/** The number of ascending values of a group that are at most this. */
function countUpTo({ starts, values }: Groups<Float64Array>, group: number, most: number): number {
  const start = starts[group] as number;
  let [low, high] = [start, starts[group + 1] as number];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= most) low = middle + 1;
    else high = middle;
  }
  return low - start;
}
