import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { persistOptions } from './persist-options.ts';

/** Columns by their meanings, and choices about their values, such as the unit of speeds. */
const chosenColumnsSchema = z.object({
  columns: z.record(z.string(), z.int().nonnegative()).readonly(),
  options: z.record(z.string(), z.string()).readonly().optional(),
});
export type ChosenColumns = z.infer<typeof chosenColumnsSchema>;

const savedColumnsSchema = z.object({
  of: z.enum(['ais', 'features']),
  heading: z.array(z.string()).readonly(),
  chosen: chosenColumnsSchema,
});
type SavedColumns = z.infer<typeof savedColumnsSchema>;

const maxSaved = 50;

/** Columns that the user chose in place of the proposed ones, for tables with the same heading. */
type ColumnsStore = {
  /** The latest first. */
  readonly saved: readonly SavedColumns[];
  find(of: SavedColumns['of'], heading: readonly string[]): ChosenColumns | null;
  /** Null: the proposed columns were right. */
  save(of: SavedColumns['of'], heading: readonly string[], chosen: ChosenColumns | null): void;
};

/** A store with the choices saved in `storage`; it saves changes there. */
export function createColumnsStore(storage: Storage | undefined = globalThis.localStorage) {
  const isAbout = (one: SavedColumns, of: SavedColumns['of'], heading: readonly string[]) =>
    one.of === of && JSON.stringify(one.heading) === JSON.stringify(heading);
  return createStore<ColumnsStore>()(
    persist(
      (set, get) => ({
        saved: [],
        find: (of, heading) => get().saved.find((one) => isAbout(one, of, heading))?.chosen ?? null,
        save: (of, heading, chosen) =>
          set(({ saved }) => {
            const others = saved.filter((one) => !isAbout(one, of, heading));
            return { saved: chosen ? [{ of, heading, chosen }, ...others].slice(0, maxSaved) : others };
          }),
      }),
      persistOptions({
        name: 'sightline.columns',
        storage,
        schema: z.object({ saved: z.array(savedColumnsSchema).readonly() }),
        partialize: ({ saved }: ColumnsStore) => ({ saved }),
      }),
    ),
  );
}
