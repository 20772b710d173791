import { useSyncExternalStore } from 'react';
import type { ChipShelf, ShelvedChip } from './chip-shelf.ts';

const loading: ShelvedChip = { kind: 'loading' };

/** A chip of a shelf as it comes. Somebody else says that it is wanted. */
export function useShelvedChip(shelf: ChipShelf, id: number): ShelvedChip {
  return useSyncExternalStore(shelf.subscribe, () => shelf.get(id) ?? loading);
}
