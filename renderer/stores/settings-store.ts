import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import {
  areaUnits,
  type DisplayFormat,
  defaultDisplayFormat,
  displayLanguages,
  displayNotations,
  distanceUnits,
  objectLengthUnits,
} from '../../shared/display-format.ts';
import { persistOptions } from './persist-options.ts';

/** The settings of the page. */
export type Settings = DisplayFormat & {
  readonly theme: 'dark' | 'light' | 'system';
  /** The height of the rows of tables. */
  readonly density: 'comfortable' | 'compact';
  /** The chosen keys of commands by id, as `matchesHotkey` reads them; an empty text is no key. */
  readonly keys: Readonly<Record<string, string>>;
};

const defaults: Settings = { ...defaultDisplayFormat, theme: 'dark', density: 'comfortable', keys: {} };

/** A value that a later version has added to a choice is ignored on its own. */
const settingsSchema = z.object({
  theme: z.enum(['dark', 'light', 'system']).catch(defaults.theme),
  density: z.enum(['comfortable', 'compact']).catch(defaults.density),
  keys: z.record(z.string(), z.string().max(40)).catch(defaults.keys),
  language: z.enum(displayLanguages).catch(defaults.language),
  distance: z.enum(distanceUnits).catch(defaults.distance),
  length: z.enum(objectLengthUnits).catch(defaults.length),
  area: z.enum(areaUnits).catch(defaults.area),
  times: z.enum(['utc', 'local']).catch(defaults.times),
  notation: z.enum(displayNotations).catch(defaults.notation),
});

/** The settings of the page, saved across starts. */
export type SettingsStore = Settings & {
  change(change: Partial<Settings>): void;
};

/** A store with the settings saved in `storage`, or else the default ones; it saves changes there. */
export function createSettingsStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<SettingsStore>()(
    persist(
      (set) => ({
        ...defaults,
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
