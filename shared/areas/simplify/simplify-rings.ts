type Ring = readonly (readonly [longitude: number, latitude: number])[];

/**
 * Selects the vertices of open rings (without the repeated first position) to retain: an ascending list of indices for
 * each ring.
 *
 * Vertices are removed by the area of the triangle with their neighbors, the smallest first; longitudes are scaled by
 * the latitude. Source: Visvalingam and Whyatt, Line generalisation by repeated elimination of points, 1993. A vertex
 * whose triangle contains another one is retained, because outlines could cross without it. So are the last three of a
 * ring. So more than `vertices` may remain.
 */
export function simplifyRings(rings: readonly Ring[], vertices: number): number[][] {
  const chain = new VertexChain(rings);
  while (chain.count > vertices && chain.removeLeastSignificant()) {
    // Each iteration removes one vertex.
  }
  return chain.remainingIndexes();
}

/** The vertices of all rings, numbered consecutively and linked to their neighbors. */
class VertexChain {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #ringOf: Int32Array;
  readonly #ringSizes: number[];
  readonly #ringStarts: number[];
  readonly #isRemoved: Uint8Array;
  /** The current rank of a vertex in the queue; entries with another rank are outdated. */
  readonly #rank: Float64Array;
  readonly #queue = new MinHeap();
  readonly #grid: VertexGrid;
  count: number;

  constructor(rings: readonly Ring[]) {
    const positions = rings.flat();
    this.count = positions.length;
    const middle = positions.reduce((sum, [, latitude]) => sum + latitude, 0) / Math.max(1, this.count);
    const shortening = Math.cos((middle * Math.PI) / 180);
    this.#x = Float64Array.from(positions, ([longitude]) => longitude * shortening);
    this.#y = Float64Array.from(positions, ([, latitude]) => latitude);
    this.#next = new Int32Array(this.count);
    this.#previous = new Int32Array(this.count);
    this.#ringOf = new Int32Array(this.count);
    this.#isRemoved = new Uint8Array(this.count);
    this.#rank = new Float64Array(this.count);
    this.#ringSizes = rings.map((ring) => ring.length);
    this.#ringStarts = [];
    let start = 0;
    for (const [ring, { length }] of rings.entries()) {
      this.#ringStarts.push(start);
      for (let index = 0; index < length; index += 1) {
        this.#ringOf[start + index] = ring;
        this.#next[start + index] = start + ((index + 1) % length);
        this.#previous[start + index] = start + ((index + length - 1) % length);
      }
      start += length;
    }
    this.#grid = new VertexGrid(this.#x, this.#y);
    for (let vertex = 0; vertex < this.count; vertex += 1) this.#enqueue(vertex);
  }

  /** Removes the least significant vertex. Returns false when none can be removed. */
  removeLeastSignificant(): boolean {
    for (let entry = this.#queue.pop(); entry; entry = this.#queue.pop()) {
      const { item: vertex, rank } = entry;
      if (this.#isRemoved[vertex] || rank !== this.#rank[vertex] || !this.#canRemove(vertex)) continue;
      this.#remove(vertex);
      return true;
    }
    return false;
  }

  remainingIndexes(): number[][] {
    return this.#ringStarts.map((start, ring) => {
      const end = this.#ringStarts[ring + 1] ?? this.#isRemoved.length;
      return Array.from({ length: end - start }, (_, index) => index).filter(
        (index) => !this.#isRemoved[start + index],
      );
    });
  }

  #remove(vertex: number): void {
    const [before, after] = this.#neighbors(vertex);
    const ring = this.#ringOf[vertex] ?? 0;
    this.#isRemoved[vertex] = 1;
    this.count -= 1;
    this.#ringSizes[ring] = (this.#ringSizes[ring] ?? 0) - 1;
    this.#next[before] = after;
    this.#previous[after] = before;
    this.#grid.remove(vertex);
    // A vertex that could not be removed may be removable now that its triangle has changed.
    this.#enqueue(before);
    this.#enqueue(after);
  }

  #enqueue(vertex: number): void {
    const [before, after] = this.#neighbors(vertex);
    const rank = Math.abs(this.#twiceArea(before, vertex, after));
    this.#rank[vertex] = rank;
    this.#queue.push(rank, vertex);
  }

  #canRemove(vertex: number): boolean {
    if ((this.#ringSizes[this.#ringOf[vertex] ?? 0] ?? 0) <= 3) return false;
    const [before, after] = this.#neighbors(vertex);
    const corners = [before, vertex, after];
    const [xs, ys] = [
      corners.map((corner) => this.#x[corner] ?? 0),
      corners.map((corner) => this.#y[corner] ?? 0),
    ];
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
    for (const other of this.#grid.near(...box)) {
      if (!corners.includes(other) && this.#isInTriangle(other, before, vertex, after)) return false;
    }
    return true;
  }

  /** Whether a point is inside a triangle or on its edge. */
  #isInTriangle(point: number, a: number, b: number, c: number): boolean {
    const sides = [this.#twiceArea(a, b, point), this.#twiceArea(b, c, point), this.#twiceArea(c, a, point)];
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  }

  #twiceArea(a: number, b: number, c: number): number {
    const [ax, ay] = [this.#x[a] ?? 0, this.#y[a] ?? 0];
    const [bx, by] = [(this.#x[b] ?? 0) - ax, (this.#y[b] ?? 0) - ay];
    const [cx, cy] = [(this.#x[c] ?? 0) - ax, (this.#y[c] ?? 0) - ay];
    return bx * cy - cx * by;
  }

  #neighbors(vertex: number): [number, number] {
    return [this.#previous[vertex] ?? 0, this.#next[vertex] ?? 0];
  }
}

/** Vertices in cells of a grid, to find those within a small box without testing all. */
class VertexGrid {
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

/** A priority queue, smallest rank first. Items are integers from 0; an item may be added several times. */
class MinHeap {
  readonly #entries: { readonly rank: number; readonly item: number }[] = [];

  push(rank: number, item: number): void {
    const entries = this.#entries;
    let at = entries.push({ rank, item }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#rankAt(parent) <= this.#rankAt(at)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): { readonly rank: number; readonly item: number } | undefined {
    const entries = this.#entries;
    const [first] = entries;
    const last = entries.pop();
    if (first === undefined || last === undefined || entries.length === 0) return first;
    entries[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.#rankAt(right) < this.#rankAt(left) ? right : left;
      if (this.#rankAt(at) <= this.#rankAt(child)) return first;
      this.#swap(at, child);
      at = child;
    }
  }

  #rankAt(index: number): number {
    return this.#entries[index]?.rank ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#entries[one], this.#entries[other]];
    if (!a || !b) return;
    this.#entries[one] = b;
    this.#entries[other] = a;
  }
}
