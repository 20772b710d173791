import { useSyncExternalStore } from 'react';
import type { CachedChip, ChipCache } from './chip-cache.ts';

const loading: CachedChip = { kind: 'loading' };

/** The state of a chip in a cache. The caller must request the chip with `setRequested`. */
export function useCachedChip(cache: ChipCache, id: number): CachedChip {
  return useSyncExternalStore(cache.subscribe, () => cache.get(id) ?? loading);
}
