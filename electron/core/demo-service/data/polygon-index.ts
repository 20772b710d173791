import type { BoundingBox, LonLat } from '../../../../shared/geo/geometry.ts';

/** Polygons as a list of linear rings each: `[polygon][ring][position]`, `[longitude, latitude]`. */
export type PolygonRings = readonly (readonly (readonly (readonly number[])[])[])[];

/** A piece of a ring, `[longitude, latitude]` at both ends. */
export type RingEdge = { readonly from: LonLat; readonly to: LonLat };

/** A point-in-polygon index over a set of polygons, within a box. */
export type PolygonIndex = {
  /** False outside the box that the index was built for. */
  contains(longitude: number, latitude: number): boolean;
  /** Edges that touch a box; each once. */
  edgesIn(box: BoundingBox): readonly RingEdge[];
};

/** Degrees. Small enough that a cell on a coast holds some tens of edges of Natural Earth 1:10m. */
const cellSize = 0.25;

/** Moves the cells off round numbers, so that no vertex lies on the reference lines of a cell. */
const cellShift = 0.000_000_123_4;

/**
 * Builds an index over polygons by the even-odd rule.
 *
 * Each cell has the edges that touch it and, computed on demand, whether its south-western corner is inside. A position
 * is inside when the number of edges crossed on the path from that corner is odd.
 */
export function buildPolygonIndex(polygons: PolygonRings, box: BoundingBox): PolygonIndex {
  const [west, south, east, north] = box;
  const originX = west - cellShift;
  const originY = south - cellShift;
  const columns = Math.ceil((east - originX) / cellSize);
  const rows = Math.ceil((north - originY) / cellSize);
  /** x1, y1, x2, y2 of every edge that reaches into the rows of the box. */
  const coordinates: number[] = [];
  const edgesOfCell: (number[] | undefined)[] = new Array(columns * rows);
  const edgesOfRow: number[][] = Array.from({ length: rows }, () => []);
  const cornerInside: (boolean | undefined)[] = new Array(columns * rows);

  const columnOf = (x: number) => Math.floor((x - originX) / cellSize);
  const rowOf = (y: number) => Math.floor((y - originY) / cellSize);

  function addEdge(x1: number, y1: number, x2: number, y2: number): void {
    const lowRow = Math.max(0, rowOf(Math.min(y1, y2)));
    const highRow = Math.min(rows - 1, rowOf(Math.max(y1, y2)));
    if (lowRow > highRow || Math.min(x1, x2) > east) return;
    const edge = coordinates.length;
    coordinates.push(x1, y1, x2, y2);
    const lowColumn = Math.max(0, columnOf(Math.min(x1, x2)));
    const highColumn = Math.min(columns - 1, columnOf(Math.max(x1, x2)));
    for (let row = lowRow; row <= highRow; row += 1) {
      edgesOfRow[row]?.push(edge);
      for (let column = lowColumn; column <= highColumn; column += 1) {
        const cell = row * columns + column;
        const edges = edgesOfCell[cell];
        if (edges === undefined) edgesOfCell[cell] = [edge];
        else edges.push(edge);
      }
    }
  }

  /**
   * Whether a line along an axis (0: x, 1: y) crosses the edges an odd number of times. It has the position `at` on the
   * other axis and goes from `from` to `to`.
   */
  function crossesOddly(
    edges: readonly number[],
    axis: 0 | 1,
    at: number,
    from: number,
    to: number,
  ): boolean {
    const other = 1 - axis;
    let odd = false;
    for (const edge of edges) {
      const start = coordinates[edge + other] ?? 0;
      const end = coordinates[edge + 2 + other] ?? 0;
      if (start > at === end > at) continue;
      const startAlong = coordinates[edge + axis] ?? 0;
      const endAlong = coordinates[edge + 2 + axis] ?? 0;
      const crossing = startAlong + ((at - start) / (end - start)) * (endAlong - startAlong);
      if (crossing > from && crossing <= to) odd = !odd;
    }
    return odd;
  }

  function isCornerInside(cell: number, row: number, cornerX: number, cornerY: number): boolean {
    const known = cornerInside[cell];
    if (known !== undefined) return known;
    const inside = crossesOddly(edgesOfRow[row] ?? [], 0, cornerY, Number.NEGATIVE_INFINITY, cornerX);
    cornerInside[cell] = inside;
    return inside;
  }

  function contains(x: number, y: number): boolean {
    const column = columnOf(x);
    const row = rowOf(y);
    if (column < 0 || column >= columns || row < 0 || row >= rows) return false;
    const cell = row * columns + column;
    const cornerX = originX + column * cellSize;
    const cornerY = originY + row * cellSize;
    const inside = isCornerInside(cell, row, cornerX, cornerY);
    const edges = edgesOfCell[cell];
    if (edges === undefined) return inside;
    const flips = crossesOddly(edges, 1, cornerX, cornerY, y) !== crossesOddly(edges, 0, y, cornerX, x);
    return inside !== flips;
  }

  function edgesIn([boxWest, boxSouth, boxEast, boxNorth]: BoundingBox): readonly RingEdge[] {
    const found = new Set<number>();
    for (let row = Math.max(0, rowOf(boxSouth)); row <= Math.min(rows - 1, rowOf(boxNorth)); row += 1) {
      const last = Math.min(columns - 1, columnOf(boxEast));
      for (let column = Math.max(0, columnOf(boxWest)); column <= last; column += 1) {
        for (const edge of edgesOfCell[row * columns + column] ?? []) found.add(edge);
      }
    }
    return [...found].map((edge) => ({
      from: [coordinates[edge] ?? 0, coordinates[edge + 1] ?? 0],
      to: [coordinates[edge + 2] ?? 0, coordinates[edge + 3] ?? 0],
    }));
  }

  for (const polygon of polygons) {
    for (const ring of polygon) {
      let [previousX, previousY] = ring[0] ?? [];
      for (const [x, y] of ring) {
        if (x === undefined || y === undefined || previousX === undefined || previousY === undefined)
          continue;
        if (x !== previousX || y !== previousY) addEdge(previousX, previousY, x, y);
        previousX = x;
        previousY = y;
      }
    }
  }
  return { contains, edgesIn };
}
