/** Gives names that are not taken yet: a name itself, or with a number from 2 on. Takes constant time for each. */
export class FreeNames {
  readonly #taken: Set<string>;
  /** The number to try next, by the name without one: names that are the same do not count again. */
  readonly #next = new Map<string, number>();
  readonly #fold: (name: string) => string;

  constructor(taken: Iterable<string> = [], fold = (name: string) => name) {
    this.#taken = new Set(taken);
    this.#fold = fold;
  }

  take(name: string): string {
    const base = this.#fold(name);
    let free = name;
    let number = this.#next.get(base) ?? 2;
    for (; this.#taken.has(this.#fold(free)); number += 1) free = `${name}_${number}`;
    this.#next.set(base, number);
    this.#taken.add(this.#fold(free));
    return free;
  }
}

/** Free names of all names of a heading, in their order: no column hides another one. */
export function freeNames(names: readonly string[]): readonly string[] {
  const free = new FreeNames();
  return names.map((name) => free.take(name));
}
