import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
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
  setView(view: NonNullable<MapViewStore['view']>): void;
};

/** A store that starts with the view saved in `storage` and saves each change there. */
export function createMapViewStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<MapViewStore>()(
    persist(
      (set) => ({ view: null, setView: ({ center, zoom }) => set({ view: { center, zoom } }) }),
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
