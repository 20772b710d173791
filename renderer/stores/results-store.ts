import { createStore } from 'zustand/vanilla';
import type { DetectionFilter, Footprint } from '../../shared/results/detection.ts';
import { IdSet } from '../../shared/results/id-set.ts';
import type { InspectorLink } from './inspector-store.ts';

/** The filter, the selection and the focused detection or record. */
export type ResultsStore = {
  /** The filter of map, table, counts in the dock, and "filtered" exports. */
  readonly filter: DetectionFilter;
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
  /** Clears everything, as for another workspace. */
  reset(): void;
};

const noRecord = { focusedRecordId: null, recordFootprints: [] };

/** A results store without filter or selection. `inspector` receives what is focused. */
export function createResultsStore(inspector?: InspectorLink) {
  const store = createStore<ResultsStore>()((set) => ({
    filter: {},
    selectedIds: IdSet.empty,
    focusedId: null,
    focusedRecordId: null,
    recordFootprints: [],
    hitIds: [],
    hitCount: 0,
    hoveredIds: [],
    chipOnMap: false,
    setFilter: (change) => set(({ filter }) => ({ filter: withoutUndefined({ ...filter, ...change }) })),
    replaceFilter: (filter) => set({ filter }),
    removeFilters: (members) =>
      set(({ filter }) => {
        const rest = { ...filter };
        for (const member of members) delete rest[member];
        return { filter: rest };
      }),
    clearFilter: () => set({ filter: {} }),
    focus: (id, hits = [], count = hits.length) => {
      set({ focusedId: id, ...noRecord, hitIds: hits.length > 1 ? hits : [], hitCount: count });
      if (id === null) inspector?.leave('detection', 'record');
      else inspector?.inspect({ kind: 'detection', id });
    },
    focusRecord: (recordId) => {
      set({ focusedId: null, hitIds: [], hitCount: 0, ...noRecord, focusedRecordId: recordId });
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
    reset: () => set(store.getInitialState()),
  }));
  return store;
}

function withoutUndefined(
  filter: { [Key in keyof DetectionFilter]?: DetectionFilter[Key] | undefined },
): DetectionFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
