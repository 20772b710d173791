/** Vertices in cells of a grid, to find those within a small box without testing all. */
export class VertexGrid {
  readonly #cells = new Map<string, Set<number>>();
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #size: number;

  constructor(x: Float64Array, y: Float64Array) {
    this.#x = x;
    this.#y = y;
    const [width, height] = [spread(x), spread(y)];
    // About as many cells as vertices, each of a positive size.
    this.#size = Math.max(Math.sqrt((width * height) / Math.max(1, x.length)), 1e-9);
    for (const vertex of x.keys()) {
      const key = this.#keyOf(vertex);
      const cell = this.#cells.get(key);
      if (cell) cell.add(vertex);
      else this.#cells.set(key, new Set([vertex]));
    }
  }

  remove(vertex: number): void {
    this.#cells.get(this.#keyOf(vertex))?.delete(vertex);
  }

  /** The vertices in the cells that a box touches; some may be outside of the box. */
  *near(minX: number, minY: number, maxX: number, maxY: number): Generator<number> {
    for (let column = this.#cell(minX); column <= this.#cell(maxX); column += 1) {
      for (let row = this.#cell(minY); row <= this.#cell(maxY); row += 1) {
        yield* this.#cells.get(`${column} ${row}`) ?? [];
      }
    }
  }

  #keyOf(vertex: number): string {
    return `${this.#cell(this.#x[vertex] ?? 0)} ${this.#cell(this.#y[vertex] ?? 0)}`;
  }

  #cell(value: number): number {
    return Math.floor(value / this.#size);
  }
}

function spread(values: Float64Array): number {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return max - min;
}
