import type { BoundingBox, LonLat } from '../../../../shared/geo/geometry.ts';

/** Polygons as a list of linear rings each: `[polygon][ring][position]`, `[longitude, latitude]`. */
export type PolygonRings = readonly (readonly (readonly (readonly number[])[])[])[];

/** A piece of a ring, `[longitude, latitude]` at both ends. */
export type RingEdge = { readonly from: LonLat; readonly to: LonLat };

/** Degrees. Small enough that a cell on a coast holds some tens of edges of Natural Earth 1:10m. */
const cellSize = 0.25;

/** Moves the cells off round numbers, so that no vertex lies on the reference lines of a cell. */
const cellShift = 0.000_000_123_4;

/**
 * A point-in-polygon index over a set of polygons within a box, by the even-odd rule.
 *
 * Each cell has the edges that touch it and, computed on demand, whether its south-western corner is inside. A position
 * is inside when the number of edges crossed on the path from that corner is odd.
 */
export class PolygonIndex {
  readonly #originX: number;
  readonly #originY: number;
  readonly #east: number;
  readonly #columns: number;
  readonly #rows: number;
  /** x1, y1, x2, y2 of every edge that reaches into the rows of the box. */
  readonly #coordinates: number[] = [];
  readonly #edgesOfCell: (number[] | undefined)[];
  readonly #edgesOfRow: number[][];
  readonly #cornerInside: (boolean | undefined)[];

  constructor(polygons: PolygonRings, [west, south, east, north]: BoundingBox) {
    this.#originX = west - cellShift;
    this.#originY = south - cellShift;
    this.#east = east;
    this.#columns = Math.ceil((east - this.#originX) / cellSize);
    this.#rows = Math.ceil((north - this.#originY) / cellSize);
    this.#edgesOfCell = new Array(this.#columns * this.#rows);
    this.#edgesOfRow = Array.from({ length: this.#rows }, () => []);
    this.#cornerInside = new Array(this.#columns * this.#rows);
    for (const polygon of polygons) for (const ring of polygon) this.#addRing(ring);
  }

  /** False outside the box that the index was built for. */
  contains(x: number, y: number): boolean {
    const column = this.#columnOf(x);
    const row = this.#rowOf(y);
    if (column < 0 || column >= this.#columns || row < 0 || row >= this.#rows) return false;
    const cell = row * this.#columns + column;
    const cornerX = this.#originX + column * cellSize;
    const cornerY = this.#originY + row * cellSize;
    const inside = this.#isCornerInside(cell, row, cornerX, cornerY);
    const edges = this.#edgesOfCell[cell];
    if (edges === undefined) return inside;
    const flips =
      this.#crossesOddly(edges, 1, cornerX, cornerY, y) !== this.#crossesOddly(edges, 0, y, cornerX, x);
    return inside !== flips;
  }

  /** Edges that touch a box; each once. */
  edgesIn([west, south, east, north]: BoundingBox): readonly RingEdge[] {
    const coordinates = this.#coordinates;
    const found = new Set<number>();
    const lastRow = Math.min(this.#rows - 1, this.#rowOf(north));
    const lastColumn = Math.min(this.#columns - 1, this.#columnOf(east));
    for (let row = Math.max(0, this.#rowOf(south)); row <= lastRow; row += 1) {
      for (let column = Math.max(0, this.#columnOf(west)); column <= lastColumn; column += 1) {
        for (const edge of this.#edgesOfCell[row * this.#columns + column] ?? []) found.add(edge);
      }
    }
    return [...found].map((edge) => ({
      from: [coordinates[edge] ?? 0, coordinates[edge + 1] ?? 0],
      to: [coordinates[edge + 2] ?? 0, coordinates[edge + 3] ?? 0],
    }));
  }

  #columnOf(x: number): number {
    return Math.floor((x - this.#originX) / cellSize);
  }

  #rowOf(y: number): number {
    return Math.floor((y - this.#originY) / cellSize);
  }

  #addRing(ring: readonly (readonly number[])[]): void {
    if (!this.#mayCross(ring)) return;
    for (let index = 1; index < ring.length; index += 1) {
      const [x1, y1] = ring[index - 1] ?? [];
      const [x2, y2] = ring[index] ?? [];
      if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) continue;
      if (x1 !== x2 || y1 !== y2) this.#addEdge(x1, y1, x2, y2);
    }
  }

  /** False for a ring outside of the box, also west of it: the lines of a row cross that an even number of times. */
  #mayCross(ring: readonly (readonly number[])[]): boolean {
    let west = Number.POSITIVE_INFINITY;
    let south = Number.POSITIVE_INFINITY;
    let east = Number.NEGATIVE_INFINITY;
    let north = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < ring.length; index += 1) {
      const x = ring[index]?.[0] ?? Number.NaN;
      const y = ring[index]?.[1] ?? Number.NaN;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
    return (
      east >= this.#originX &&
      west <= this.#east &&
      this.#rowOf(north) >= 0 &&
      this.#rowOf(south) < this.#rows
    );
  }

  #addEdge(x1: number, y1: number, x2: number, y2: number): void {
    const lowRow = Math.max(0, this.#rowOf(Math.min(y1, y2)));
    const highRow = Math.min(this.#rows - 1, this.#rowOf(Math.max(y1, y2)));
    if (lowRow > highRow || Math.min(x1, x2) > this.#east) return;
    const edge = this.#coordinates.length;
    this.#coordinates.push(x1, y1, x2, y2);
    const lowColumn = Math.max(0, this.#columnOf(Math.min(x1, x2)));
    const highColumn = Math.min(this.#columns - 1, this.#columnOf(Math.max(x1, x2)));
    for (let row = lowRow; row <= highRow; row += 1) {
      this.#edgesOfRow[row]?.push(edge);
      for (let column = lowColumn; column <= highColumn; column += 1) {
        const cell = row * this.#columns + column;
        const edges = this.#edgesOfCell[cell];
        if (edges === undefined) this.#edgesOfCell[cell] = [edge];
        else edges.push(edge);
      }
    }
  }

  #isCornerInside(cell: number, row: number, cornerX: number, cornerY: number): boolean {
    const known = this.#cornerInside[cell];
    if (known !== undefined) return known;
    const edges = this.#edgesOfRow[row] ?? [];
    const inside = this.#crossesOddly(edges, 0, cornerY, Number.NEGATIVE_INFINITY, cornerX);
    this.#cornerInside[cell] = inside;
    return inside;
  }

  /**
   * Whether a line along an axis (0: x, 1: y) crosses the edges an odd number of times. It has the position `at` on the
   * other axis and goes from `from` to `to`.
   */
  #crossesOddly(edges: readonly number[], axis: 0 | 1, at: number, from: number, to: number): boolean {
    const coordinates = this.#coordinates;
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
}
