import { createStore } from 'zustand/vanilla';
import type { LengthUnit } from '../components/length-unit.ts';
import type { MapMenu } from '../map/map-types.ts';
import type { MapMark } from '../map/mark-layer.ts';

/** Places on the map that are pointed at, and in which unit lengths are shown there. */
export type PlacesStore = {
  /** The place that was gone to; it stays on the map until it is taken off. */
  readonly mark: MapMark | null;
  /** What the context menu was opened on; null while it is closed. */
  readonly menu: MapMenu | null;
  /** Whether the bookmarks are listed. */
  readonly bookmarksOpen: boolean;
  /** Kept over starts. */
  readonly lengthUnit: LengthUnit;
};

/** A store with nothing marked; lengths are in kilometres. */
export function createPlacesStore() {
  return createStore<PlacesStore>()(() => ({
    mark: null,
    menu: null,
    bookmarksOpen: false,
    lengthUnit: 'km',
  }));
}
