/** The position of an id among ascending ids, or −1. */
export function findPosition(ids: Uint32Array, id: number): number {
  const position = lowerBound(ids, id);
  return ids[position] === id ? position : -1;
}

/** The first position whose id is not below `id`; the length where there is none. */
export function lowerBound(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
