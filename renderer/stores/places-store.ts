import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { MapMenu } from '../map/map-types.ts';
import type { MapMark } from '../map/mark-layer.ts';
import { type LengthUnit, lengthUnits } from '../ui/length-unit.ts';
import { persistOptions } from './persist-options.ts';

/** The marked position, the context menu and the bookmark list of the map, and its unit of length. */
export type PlacesStore = {
  /** The marked position; it stays on the map until it is dismissed. */
  readonly mark: MapMark | null;
  /** The position and content of the open context menu; null while it is closed. */
  readonly menu: MapMenu | null;
  /** Whether the bookmarks are listed. */
  readonly bookmarksOpen: boolean;
  /** Saved across starts. */
  readonly lengthUnit: LengthUnit;
  /** Marks a position, or with null removes the mark. */
  setMark(mark: MapMark | null): void;
  setMenu(menu: MapMenu | null): void;
  setBookmarksOpen(isOpen: boolean): void;
  setLengthUnit(unit: LengthUnit): void;
};

/** A store with nothing marked; lengths are in the unit saved in `storage`, or in kilometres. */
export function createPlacesStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<PlacesStore>()(
    persist(
      (set) => ({
        mark: null,
        menu: null,
        bookmarksOpen: false,
        lengthUnit: 'km',
        setMark: (mark) => set({ mark }),
        setMenu: (menu) => set({ menu }),
        setBookmarksOpen: (bookmarksOpen) => set({ bookmarksOpen }),
        setLengthUnit: (lengthUnit) => set({ lengthUnit }),
      }),
      persistOptions({
        name: 'sightline.length-unit',
        storage,
        schema: z.object({ lengthUnit: z.enum(lengthUnits) }),
        partialize: ({ lengthUnit }: PlacesStore) => ({ lengthUnit }),
        fromUnversioned: (lengthUnit) => ({ lengthUnit }),
      }),
    ),
  );
}
