import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type DetectionField, detectionFieldSchema } from '../../shared/results/detection-field.ts';
import type { DensityMode, MapLabel, MapMenuTarget } from '../map/map-types.ts';
import type { MapMark } from '../map/mark-layer.ts';
import { persistOptions } from './persist-options.ts';

const viewSchema = z.object({
  /** `[longitude, latitude]` in degrees. */
  center: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).readonly(),
  zoom: z.number().min(0).max(30),
});

/** The saved view that the map restores at the next start. */
export type MapViewStore = {
  /** Null before the first visit. */
  readonly view: Readonly<z.infer<typeof viewSchema>> | null;
  /** The view from which the map went to results that came, until the user moves it; not saved. */
  readonly former: MapViewStore['view'];
  setView(view: NonNullable<MapViewStore['view']>): void;
  setFormer(view: MapViewStore['view']): void;
};

/** A store that starts with the view saved in `storage` and saves each change there. */
export function createMapViewStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<MapViewStore>()(
    persist(
      (set) => ({
        view: null,
        former: null,
        setView: ({ center, zoom }) => set({ view: { center, zoom } }),
        setFormer: (former) => set({ former }),
      }),
      persistOptions({
        name: 'sightline.map-view',
        storage,
        schema: z.object({ view: viewSchema.nullable() }),
        partialize: ({ view }: MapViewStore) => ({ view }),
        fromUnversioned: (view) => ({ view }),
      }),
    ),
  );
}

/** Settings of detections on the map; saved across starts. */
export type MapDisplayStore = {
  readonly density: DensityMode;
  /** The field that determines the color of markers; null: their analytic does. */
  readonly colorBy: DetectionField | null;
  /** The numeric field that determines the size of markers; null: all have the same size. */
  readonly sizeBy: DetectionField | null;
  /** Whether markers show the heading of a detection when zoomed in. */
  readonly headings: boolean;
  readonly label: MapLabel | null;
  /** Whether less is drawn where there is no graphics card: density above a number of symbols. */
  readonly savesDrawing: boolean;
  change(change: Partial<Omit<MapDisplayStore, 'change'>>): void;
};

const displaySchema = z.object({
  density: z.enum(['auto', 'on', 'off']),
  colorBy: detectionFieldSchema.nullable().default(null),
  sizeBy: detectionFieldSchema.nullable(),
  headings: z.boolean(),
  label: z.union([z.literal('length'), detectionFieldSchema]).nullable(),
  savesDrawing: z.boolean().default(true),
});

/** A store with the settings saved in `storage`, or else the default ones; it saves changes there. */
export function createMapDisplayStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<MapDisplayStore>()(
    persist(
      (set) => ({
        density: 'auto',
        colorBy: null,
        sizeBy: null,
        headings: true,
        label: null,
        savesDrawing: true,
        change: (change) => set(change),
      }),
      persistOptions({
        name: 'sightline.map-display',
        storage,
        schema: displaySchema,
        partialize: ({ change: _, ...display }: MapDisplayStore) => display,
      }),
    ),
  );
}

/** The marked position, the context menu and the bookmark list of the map. */
type PlacesStore = {
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
