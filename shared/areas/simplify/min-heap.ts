/** A priority queue, smallest rank first. Items are integers from 0; an item may be added several times. */
export class MinHeap {
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
