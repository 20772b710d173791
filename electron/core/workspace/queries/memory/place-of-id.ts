/** The place of an id among ascending ids, or −1. */
export function placeOfId(ids: Uint32Array, id: number): number {
  const place = firstFrom(ids, id);
  return ids[place] === id ? place : -1;
}

/** The first place whose id is not below `id`; the length where there is none. */
export function firstFrom(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
