/**
 * An immutable set of detection ids (uint32) as one sorted array: a million ids take 4 MB with fast union, difference
 * and look-up, where a `Set` takes 50 MB and a second.
 */
export class IdSet implements Iterable<number> {
  /** The empty set. */
  static readonly empty = new IdSet(new Uint32Array(0));
  /** Ascending, unique. */
  readonly ids: Uint32Array;

  private constructor(ids: Uint32Array) {
    this.ids = ids;
  }

  /** Creates a set from ids in any order, with or without duplicates. */
  static of(ids: Iterable<number>): IdSet {
    const sorted = Uint32Array.from(ids).sort();
    let filled = 0;
    for (const id of sorted) {
      if (filled > 0 && sorted[filled - 1] === id) continue;
      sorted[filled] = id;
      filled += 1;
    }
    return filled === 0 ? IdSet.empty : new IdSet(sorted.slice(0, filled));
  }

  /** Creates a set from ascending, unique ids. The array must not change afterwards. */
  static ofSorted(ids: Uint32Array): IdSet {
    return ids.length === 0 ? IdSet.empty : new IdSet(ids);
  }

  get size(): number {
    return this.ids.length;
  }

  has(id: number): boolean {
    return this.ids[this.#placeOf(id)] === id;
  }

  /** Returns the union. */
  with(other: IdSet): IdSet {
    const [one, two] = [this.ids, other.ids];
    const both = new Uint32Array(one.length + two.length);
    let [filled, first, second] = [0, 0, 0];
    while (first < one.length || second < two.length) {
      const a = one[first] ?? Number.POSITIVE_INFINITY;
      const b = two[second] ?? Number.POSITIVE_INFINITY;
      both[filled] = Math.min(a, b);
      filled += 1;
      if (a <= b) first += 1;
      if (b <= a) second += 1;
    }
    return new IdSet(both.slice(0, filled));
  }

  /** Returns the difference: the ids that `other` does not contain. */
  without(other: IdSet): IdSet {
    const { ids } = this;
    const left = new Uint32Array(ids.length);
    let [filled, second] = [0, 0];
    for (const id of ids) {
      while ((other.ids[second] ?? Number.POSITIVE_INFINITY) < id) second += 1;
      if (other.ids[second] === id) continue;
      left[filled] = id;
      filled += 1;
    }
    return new IdSet(left.slice(0, filled));
  }

  /** Returns the set with the id added, or removed if it was present. */
  toggle(id: number): IdSet {
    const one = IdSet.of([id]);
    return this.has(id) ? this.without(one) : this.with(one);
  }

  [Symbol.iterator](): Iterator<number> {
    return this.ids[Symbol.iterator]();
  }

  /** Returns the index of the id, or where it would be inserted. */
  #placeOf(id: number): number {
    let low = 0;
    let high = this.ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
