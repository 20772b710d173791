import { createStore } from 'zustand/vanilla';
import type { DetectionFilter, Footprint } from '../../shared/results/detection.ts';
import { IdSet } from '../../shared/results/id-set.ts';

/** The analyst's view on the results: what is filtered, selected and looked at. */
export type ResultsStore = {
  /** Restricts map, table, counts in the dock, and "filtered" exports alike. */
  readonly filter: DetectionFilter;
  /** Detection ids marked in the table or on the map. */
  readonly selectedIds: IdSet;
  /** The detection that the inspector shows. */
  readonly focusedId: number | null;
  /** The record that is looked at, when no detection is. */
  readonly focusedRecordId: string | null;
  /** Footprints of records that lie on the map, when no detection is looked at. */
  readonly recordFootprints: readonly Footprint[];
  /** All detections under the last press, when there were several; the inspector lists them. */
  readonly hitIds: readonly number[];
  readonly hoveredIds: readonly number[];
  /** Whether the focused detection's chip lies on the map. */
  readonly chipOnMap: boolean;
  setFilter(change: Partial<DetectionFilter>): void;
  clearFilter(): void;
  /** Looks at one detection; `hits` are the others under the same press. */
  focus(id: number | null, hits?: readonly number[]): void;
  /** Looks at a record instead of a detection. */
  focusRecord(recordId: string | null): void;
  toggleSelected(id: number): void;
  setSelected(ids: Iterable<number>): void;
  /** Selects these alone, these too, or what is left without them. */
  changeSelected(ids: IdSet, mode: 'replace' | 'add' | 'remove'): void;
  setHovered(ids: readonly number[]): void;
  setChipOnMap(on: boolean): void;
};

const noRecord = { focusedRecordId: null, recordFootprints: [] };

/** A results store without filter or selection. */
export function createResultsStore() {
  return createStore<ResultsStore>()((set) => ({
    filter: {},
    selectedIds: IdSet.empty,
    focusedId: null,
    focusedRecordId: null,
    recordFootprints: [],
    hitIds: [],
    hoveredIds: [],
    chipOnMap: false,
    setFilter: (change) => set(({ filter }) => ({ filter: withoutUndefined({ ...filter, ...change }) })),
    clearFilter: () => set({ filter: {} }),
    focus: (id, hits = []) => set({ focusedId: id, ...noRecord, hitIds: hits.length > 1 ? hits : [] }),
    focusRecord: (recordId) => set({ focusedId: null, hitIds: [], ...noRecord, focusedRecordId: recordId }),
    toggleSelected: (id) => set(({ selectedIds }) => ({ selectedIds: selectedIds.toggle(id) })),
    setSelected: (ids) => set({ selectedIds: ids instanceof IdSet ? ids : IdSet.of(ids) }),
    changeSelected: (ids, mode) =>
      set(({ selectedIds }) => ({
        selectedIds:
          mode === 'replace' ? ids : mode === 'add' ? selectedIds.with(ids) : selectedIds.without(ids),
      })),
    setHovered: (ids) => set({ hoveredIds: ids }),
    setChipOnMap: (on) => set({ chipOnMap: on }),
  }));
}

function withoutUndefined(
  filter: { [Key in keyof DetectionFilter]?: DetectionFilter[Key] | undefined },
): DetectionFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
