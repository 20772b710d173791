/** Random numbers that are the same on every run, for property tests. */
export type SeededRandom = {
  /** 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number, both ends included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A random subset of the items in their order, possibly empty. */
  some<Item>(items: readonly Item[]): Item[];
};

/** mulberry32, 32 bits of state (https://github.com/bryc/code/blob/master/jshash/PRNGs.md). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    some: (items) => items.filter(() => next() < 0.5),
  };
}
