import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { persistOptions } from './persist-options.ts';

/** The page of the guide, and the tour. */
export type HelpStore = {
  /** The id of the guide's page that is shown or was shown last; null: its first page. */
  readonly page: string | null;
  /** The step of the tour, counted from 0; null while no tour is taken. */
  readonly tourStep: number | null;
  /** Whether the tour was left or finished once, so that it does not start by itself again. Saved across starts. */
  readonly isTourDone: boolean;
  setPage(page: string): void;
  startTour(): void;
  setTourStep(step: number): void;
  endTour(): void;
};

/** A store without a tour; whether one was taken is saved in `storage`. */
export function createHelpStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<HelpStore>()(
    persist(
      (set) => ({
        page: null,
        tourStep: null,
        isTourDone: false,
        setPage: (page) => set({ page }),
        startTour: () => set({ tourStep: 0 }),
        setTourStep: (tourStep) => set({ tourStep }),
        endTour: () => set({ tourStep: null, isTourDone: true }),
      }),
      persistOptions({
        name: 'sightline.tour',
        storage,
        schema: z.object({ isTourDone: z.boolean() }),
        partialize: ({ isTourDone }: HelpStore) => ({ isTourDone }),
      }),
    ),
  );
}
