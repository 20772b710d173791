import { createStore } from 'zustand/vanilla';
import type { MapMenu } from '../map/map-types.ts';
import type { MapMark } from '../map/mark-layer.ts';

/** The marked position, the context menu and the bookmark list of the map. */
export type PlacesStore = {
  /** The marked position; it stays on the map until it is dismissed. */
  readonly mark: MapMark | null;
  /** The position and content of the open context menu; null while it is closed. */
  readonly menu: MapMenu | null;
  /** Whether the bookmarks are listed. */
  readonly bookmarksOpen: boolean;
  /** Marks a position, or with null removes the mark. */
  setMark(mark: MapMark | null): void;
  setMenu(menu: MapMenu | null): void;
  setBookmarksOpen(isOpen: boolean): void;
};

/** A store with nothing marked. */
export function createPlacesStore() {
  return createStore<PlacesStore>()((set) => ({
    mark: null,
    menu: null,
    bookmarksOpen: false,
    setMark: (mark) => set({ mark }),
    setMenu: (menu) => set({ menu }),
    setBookmarksOpen: (bookmarksOpen) => set({ bookmarksOpen }),
  }));
}
