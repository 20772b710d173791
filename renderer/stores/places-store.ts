import { createStore } from 'zustand/vanilla';
import type { MapMenuTarget } from '../map/map-types.ts';
import type { MapMark } from '../map/mark-layer.ts';

/** The marked position, the context menu and the bookmark list of the map. */
export type PlacesStore = {
  /** The marked position; it stays on the map until it is dismissed. */
  readonly mark: MapMark | null;
  /** The position and content of the open context menu; null while it is closed. */
  readonly menu: MapMenuTarget | null;
  /** Number of times that the context menu was opened. */
  readonly menuOpenings: number;
  /** Whether the bookmarks are listed. */
  readonly bookmarksOpen: boolean;
  /** Marks a position, or with null removes the mark. */
  setMark(mark: MapMark | null): void;
  setMenu(menu: MapMenuTarget | null): void;
  setBookmarksOpen(isOpen: boolean): void;
};

/** A store with nothing marked. */
export function createPlacesStore() {
  return createStore<PlacesStore>()((set) => ({
    mark: null,
    menu: null,
    menuOpenings: 0,
    bookmarksOpen: false,
    setMark: (mark) => set({ mark }),
    setMenu: (menu) =>
      set(({ menuOpenings }) => ({ menu, menuOpenings: menuOpenings + (menu === null ? 0 : 1) })),
    setBookmarksOpen: (bookmarksOpen) => set({ bookmarksOpen }),
  }));
}
