import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { persistOptions } from './persist-options.ts';

const settingsSchema = z.object({
  theme: z.enum(['dark', 'light', 'system']).catch('dark'),
});

/** How the page is displayed. */
export type Settings = z.infer<typeof settingsSchema>;

/** The settings of the page, saved across starts. */
export type SettingsStore = Settings & {
  change(change: Partial<Settings>): void;
};

/** A store with the settings saved in `storage`, or else the default ones; it saves changes there. */
export function createSettingsStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<SettingsStore>()(
    persist(
      (set) => ({
        theme: 'dark',
        change: (change) => set(change),
      }),
      persistOptions({
        name: 'sightline.settings',
        storage,
        schema: settingsSchema,
        partialize: ({ change: _, ...settings }: SettingsStore): Settings => settings,
      }),
    ),
  );
}
