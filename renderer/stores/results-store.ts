import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import {
  type DetectionFilter,
  type Footprint,
  readableFilterSchema,
} from '../../shared/results/detection.ts';
import { IdSet } from '../../shared/results/id-set.ts';
import { rollFilter, withoutStaleTimes } from '../../shared/results/relative-filter.ts';
import type { InspectorLink } from './inspector-store.ts';
import { persistOptions } from './persist-options.ts';

/** The filter, the selection and the focused detection or record. Of it, the filter is saved for each workspace. */
export type ResultsStore = {
  /** The filter of map, table, counts in the dock, and "filtered" exports. */
  readonly filter: DetectionFilter;
  /** The filter that the next start restores, unless it has ids; null: the stored one cannot be read. */
  readonly savedFilter: DetectionFilter | null;
  /** Detection ids marked in the table or on the map. */
  readonly selectedIds: IdSet;
  /** The detection that the map and the table mark; the inspector shows it unless it is pinned. */
  readonly focusedId: number | null;
  /** The focused record, if no detection is focused. */
  readonly focusedRecordId: string | null;
  /** Footprints of records shown on the map, if no detection is focused. */
  readonly recordFootprints: readonly Footprint[];
  /** The nearest detections under the last click, if there were several; the inspector lists them. */
  readonly hitIds: readonly number[];
  /** Total number of detections under the last click; higher than the number of `hitIds` where very many overlap. */
  readonly hitCount: number;
  readonly hoveredIds: readonly number[];
  /** Whether the focused detection's chip is shown on the map. */
  readonly chipOnMap: boolean;
  setFilter(change: Partial<DetectionFilter>): void;
  replaceFilter(filter: DetectionFilter): void;
  /** Replaces the filter for a while: the next start restores the former one. */
  replaceFilterUnsaved(filter: DetectionFilter): void;
  /** Drops these restrictions and leaves the others. */
  removeFilters(members: readonly (keyof DetectionFilter)[]): void;
  clearFilter(): void;
  /** Focuses a detection; `hits` are the nearest of the `count` detections under the same click. */
  focus(id: number | null, hits?: readonly number[], count?: number): void;
  /** Focuses a record instead of a detection. */
  focusRecord(recordId: string | null): void;
  setRecordFootprints(footprints: readonly Footprint[]): void;
  toggleSelected(id: number): void;
  setSelected(ids: Iterable<number>): void;
  /** Replaces the selection, adds to it, or removes from it. */
  changeSelected(ids: IdSet, mode: 'replace' | 'add' | 'remove'): void;
  setHovered(ids: readonly number[]): void;
  setChipOnMap(on: boolean): void;
  /**
   * Restores the filter as it was left in a workspace; null clears it. Returns false when the stored one could not be
   * read, for example after an update, and was removed.
   */
  openWorkspace(path: string | null): boolean;
  /** Clears everything but the filter, as for another workspace; a filter of ids, too. */
  reset(): void;
};

/** The list is another one each time, so that footprints that were requested before are not set. */
const noRecord = () => ({ focusedRecordId: null, recordFootprints: [] });

type SavedPart = Pick<ResultsStore, 'savedFilter'>;

const savedFilterSchema: z.ZodType<SavedPart> = z
  .union([
    z.object({ savedFilter: readableFilterSchema.nullable() }),
    // A workspace without a saved filter does not get that of the previous workspace.
    z.null().transform((): SavedPart => ({ savedFilter: {} })),
  ])
  .catch({ savedFilter: null });

/** A results store without filter or selection. Filters are saved in `storage`; `inspector` receives what is focused. */
export function createResultsStore(
  storage: Storage | undefined = globalThis.localStorage,
  inspector?: InspectorLink,
) {
  const withFilter = (changed: DetectionFilter) => {
    const filter = withoutStaleTimes(changed);
    return { filter, savedFilter: filter };
  };
  const store = createStore<ResultsStore>()(
    persist(
      (set, get) => ({
        ...withFilter({}),
        selectedIds: IdSet.empty,
        focusedId: null,
        focusedRecordId: null,
        recordFootprints: [],
        hitIds: [],
        hitCount: 0,
        hoveredIds: [],
        chipOnMap: false,
        setFilter: (change) => set(({ filter }) => withFilter(withoutUndefined({ ...filter, ...change }))),
        replaceFilter: (filter) => set(withFilter(filter)),
        replaceFilterUnsaved: (filter) => set({ filter }),
        removeFilters: (members) =>
          set(({ filter }) => {
            const rest = { ...filter };
            for (const member of members) delete rest[member];
            return withFilter(rest);
          }),
        clearFilter: () => set(withFilter({})),
        focus: (id, hits = [], count = hits.length) => {
          set({ focusedId: id, ...noRecord(), hitIds: hits.length > 1 ? hits : [], hitCount: count });
          if (id === null) inspector?.leave('detection', 'record');
          else inspector?.inspect({ kind: 'detection', id });
        },
        focusRecord: (recordId) => {
          set({ focusedId: null, hitIds: [], hitCount: 0, ...noRecord(), focusedRecordId: recordId });
          if (recordId === null) inspector?.leave('detection', 'record');
          else inspector?.inspect({ kind: 'record', id: recordId });
        },
        setRecordFootprints: (recordFootprints) => set({ recordFootprints }),
        toggleSelected: (id) => set(({ selectedIds }) => ({ selectedIds: selectedIds.toggle(id) })),
        setSelected: (ids) => set({ selectedIds: ids instanceof IdSet ? ids : IdSet.of(ids) }),
        changeSelected: (ids, mode) =>
          set(({ selectedIds }) => ({
            selectedIds:
              mode === 'replace' ? ids : mode === 'add' ? selectedIds.with(ids) : selectedIds.without(ids),
          })),
        setHovered: (ids) => set({ hoveredIds: ids }),
        setChipOnMap: (on) => set({ chipOnMap: on }),
        openWorkspace(path): boolean {
          store.persist.setOptions({ name: keyOf(path) });
          void store.persist.rehydrate();
          const isReadable = get().savedFilter !== null;
          if (!isReadable) set({ savedFilter: {} });
          return isReadable;
        },
        reset: () =>
          set(({ filter, savedFilter }) => {
            const saved = withoutIds(savedFilter ?? {});
            return {
              ...store.getInitialState(),
              filter: filter.ids ? saved : filter,
              savedFilter: saved,
            };
          }),
      }),
      persistOptions({
        name: keyOf(null),
        storage,
        schema: savedFilterSchema,
        partialize: ({ savedFilter }: ResultsStore): SavedPart => ({
          savedFilter: savedFilter && withoutIds(savedFilter),
        }),
        restore: ({ savedFilter }) =>
          savedFilter ? withFilter(rollFilter(savedFilter, Date.now())) : { filter: {} },
      }),
    ),
  );
  return store;
}

function keyOf(workspacePath: string | null): string {
  return workspacePath === null ? 'sightline.filter' : `sightline.filter.${workspacePath}`;
}

/** An empty filter instead of one of ids, which name other detections once the workspace was rebuilt. */
function withoutIds(filter: DetectionFilter): DetectionFilter {
  return filter.ids ? {} : filter;
}

function withoutUndefined(
  filter: { [Key in keyof DetectionFilter]?: DetectionFilter[Key] | undefined },
): DetectionFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
