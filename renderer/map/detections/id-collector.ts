import { IdSet } from '../../../shared/results/id-set.ts';

const pageBits = 16;
const idsInPage = 1 << pageBits;

/**
 * Collects ids in any order, with or without duplicates, as bits: sorting millions of ids would take far longer. Ids that
 * are close together share a page of 8 kB.
 */
export class IdCollector {
  readonly #pages: (Uint32Array | undefined)[] = [];
  #size = 0;

  add(id: number): void {
    const number = id >>> pageBits;
    const page = this.#pages[number] ?? new Uint32Array(idsInPage / 32);
    this.#pages[number] = page;
    const at = (id & (idsInPage - 1)) >>> 5;
    const bits = page[at] as number;
    const bit = 1 << (id & 31);
    if ((bits & bit) !== 0) return;
    page[at] = bits | bit;
    this.#size += 1;
  }

  toSet(): IdSet {
    const ids = new Uint32Array(this.#size);
    let filled = 0;
    for (const [number, page] of this.#pages.entries()) {
      if (page) filled = writeIds(page, number * idsInPage, ids, filled);
    }
    return IdSet.ofSorted(ids);
  }
}

/** Writes the ids of a page from an index on, and returns the index after them. */
function writeIds(page: Uint32Array, first: number, ids: Uint32Array, from: number): number {
  let filled = from;
  for (let at = 0; at < page.length; at++) {
    let bits = page[at] as number;
    while (bits !== 0) {
      const lowest = bits & -bits;
      ids[filled] = first + at * 32 + 31 - Math.clz32(lowest);
      filled += 1;
      bits ^= lowest;
    }
  }
  return filled;
}
