import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import {
  defaultTolerance,
  type GeometryTolerance,
  geometryToleranceSchema,
  type PassGrouping,
  type PassOutline,
  type PassQuery,
  passGroupings,
} from '../../shared/passes/pass.ts';
import type { CoverageState } from '../map/passes/coverage-messages.ts';
import type { InspectorLink } from './inspector-store.ts';
import { persistOptions } from './persist-options.ts';

/** Mode of comparing two passes. */
export type CompareMode = 'swipe' | 'side';

/** Two passes that are compared. */
export type PassComparison = {
  readonly a: string;
  readonly b: string;
  readonly mode: CompareMode;
  /** Position of the divider, 0…1 from the left. */
  readonly divider: number;
  /** The change result that compares the two; null when the analyst chose them. */
  readonly recordId: string | null;
};

/** The list of passes, the chosen ones, and what the map shows of them. */
export type PassesStore = {
  /** Grouping and tolerance are saved across starts. */
  readonly groupBy: PassGrouping;
  readonly tolerance: GeometryTolerance;
  readonly sort: PassQuery['sort'];
  readonly text: string;
  /** Whether passes with no matching detection are left out of the list. */
  readonly onlyMatching: boolean;
  /** Keys of the collapsed groups. */
  readonly collapsedGroups: readonly string[];
  /** Keys of the chosen passes, in the order in which they were chosen. */
  readonly chosenKeys: readonly string[];
  /** The pass that was chosen last. */
  readonly detailKey: string | null;
  /** Outlines of the chosen passes, as drawn on the map. */
  readonly outlines: readonly PassOutline[];
  readonly comparison: PassComparison | null;
  readonly coverage: CoverageState;
  /** The coverage under the pointer. */
  readonly coverageAtPointer: { readonly count: number; readonly last: number | null } | null;
  setOutlines(outlines: readonly PassOutline[]): void;
  /** Sets the state of the coverage layer. */
  setCoverage(coverage: CoverageState): void;
  setCoverageAtPointer(coverage: PassesStore['coverageAtPointer']): void;
  /** Groups the list; all groups are expanded. */
  setGroupBy(groupBy: PassGrouping): void;
  changeTolerance(change: Partial<GeometryTolerance>): void;
  setSort(sort: PassQuery['sort']): void;
  setText(text: string): void;
  setOnlyMatching(onlyMatching: boolean): void;
  /** Replaces the chosen passes. */
  choose(keys: readonly string[]): void;
  /** Replaces the chosen passes and leaves the inspector as it is. */
  restoreChosen(keys: readonly string[]): void;
  toggleChosen(key: string): void;
  toggleCollapsed(groupKey: string): void;
  compare(comparison: Pick<PassComparison, 'a' | 'b'> & { readonly recordId?: string | null }): void;
  changeComparison(change: Partial<PassComparison>): void;
  closeComparison(): void;
  /** Clears what belongs to the workspace; what the map draws follows by itself. */
  clearWorkspaceState(): void;
};

/**
 * A store that lists all passes, the latest first. Grouping and tolerance are saved in `storage`; `inspector` receives
 * the pass that was chosen last.
 */
export function createPassesStore(
  storage: Storage | undefined = globalThis.localStorage,
  inspector?: InspectorLink,
) {
  const inspect = (key: string | null) => {
    if (key === null) inspector?.leave('pass');
    else inspector?.inspect({ kind: 'pass', id: key });
  };
  return createStore<PassesStore>()(
    persist(
      (set, get) => ({
        groupBy: 'none',
        tolerance: defaultTolerance,
        sort: { field: 'time', order: 'DESC' },
        text: '',
        onlyMatching: false,
        collapsedGroups: [],
        chosenKeys: [],
        detailKey: null,
        outlines: [],
        comparison: null,
        coverage: { state: 'off' },
        coverageAtPointer: null,
        setOutlines: (outlines) => set({ outlines }),
        setCoverage: (coverage) =>
          set(coverage.state === 'shown' ? { coverage } : { coverage, coverageAtPointer: null }),
        setCoverageAtPointer: (coverageAtPointer) => set({ coverageAtPointer }),
        setGroupBy: (groupBy) => set({ groupBy, collapsedGroups: [] }),
        changeTolerance: (change) => set(({ tolerance }) => ({ tolerance: { ...tolerance, ...change } })),
        setSort: (sort) => set({ sort }),
        setText: (text) => set({ text }),
        setOnlyMatching: (onlyMatching) => set({ onlyMatching }),
        choose: (keys) => {
          get().restoreChosen(keys);
          inspect(get().detailKey);
        },
        restoreChosen: (keys) => set({ chosenKeys: keys, detailKey: keys.at(-1) ?? null }),
        toggleChosen: (key) => {
          set(({ chosenKeys }) => {
            const isChosen = chosenKeys.includes(key);
            const left = isChosen ? chosenKeys.filter((other) => other !== key) : [...chosenKeys, key];
            return { chosenKeys: left, detailKey: isChosen ? (left.at(-1) ?? null) : key };
          });
          inspect(get().detailKey);
        },
        toggleCollapsed: (groupKey) =>
          set(({ collapsedGroups }) => ({
            collapsedGroups: collapsedGroups.includes(groupKey)
              ? collapsedGroups.filter((other) => other !== groupKey)
              : [...collapsedGroups, groupKey],
          })),
        compare: ({ a, b, recordId = null }) =>
          set(({ comparison }) => ({
            comparison: { a, b, recordId, mode: comparison?.mode ?? 'swipe', divider: 0.5 },
          })),
        changeComparison: (change) =>
          set(({ comparison }) => ({ comparison: comparison && { ...comparison, ...change } })),
        closeComparison: () => set({ comparison: null }),
        clearWorkspaceState: () =>
          set({
            text: '',
            collapsedGroups: [],
            chosenKeys: [],
            detailKey: null,
            outlines: [],
            comparison: null,
          }),
      }),
      persistOptions({
        name: 'sightline.passes',
        storage,
        schema: z.object({ groupBy: z.enum(passGroupings), tolerance: geometryToleranceSchema }),
        partialize: ({ groupBy, tolerance }: PassesStore) => ({ groupBy, tolerance }),
      }),
    ),
  );
}
