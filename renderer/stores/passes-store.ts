import { createStore } from 'zustand/vanilla';
import {
  type GeometryTolerance,
  type PassGrouping,
  type PassOutline,
  usualTolerance,
  type WantedPasses,
} from '../../shared/passes/pass.ts';
import type { CoverageState } from '../map/passes/coverage-messages.ts';

/** How two passes are laid against each other. */
export type CompareMode = 'swipe' | 'side';

/** Two passes that are compared. */
export type Comparing = {
  readonly a: string;
  readonly b: string;
  readonly mode: CompareMode;
  /** Where the divider stands, 0…1 from the left. */
  readonly divider: number;
  /** The change result that compares the two; null when the analyst chose them. */
  readonly recordId: string | null;
};

/** The list of passes, those that are chosen in it, and what the map shows of them. */
export type PassesStore = {
  /** Grouping and tolerance are kept over starts. */
  readonly groupBy: PassGrouping;
  readonly tolerance: GeometryTolerance;
  readonly sort: WantedPasses['sort'];
  readonly text: string;
  /** Groups, by key, of which only the heading is listed. */
  readonly closed: readonly string[];
  /** Keys of the chosen passes, in the order in which they were chosen. */
  readonly chosen: readonly string[];
  /** The pass whose details are shown. */
  readonly lookedAt: string | null;
  /** The chosen passes as the map draws them. */
  readonly outlines: readonly PassOutline[];
  readonly comparing: Comparing | null;
  readonly coverage: CoverageState;
  /** What the pointer is over on the coverage layer. */
  readonly coverageHere: { readonly count: number; readonly last: number | null } | null;
  /** Chooses these alone. */
  choose(keys: readonly string[]): void;
  toggleChosen(key: string): void;
  toggleClosed(groupKey: string): void;
  compare(comparing: Pick<Comparing, 'a' | 'b'> & { readonly recordId?: string | null }): void;
  changeComparing(change: Partial<Comparing>): void;
};

/** A store that lists all passes, the last first. */
export function createPassesStore() {
  return createStore<PassesStore>()((set) => ({
    groupBy: 'none',
    tolerance: usualTolerance,
    sort: { field: 'time', order: 'DESC' },
    text: '',
    closed: [],
    chosen: [],
    lookedAt: null,
    outlines: [],
    comparing: null,
    coverage: { state: 'off' },
    coverageHere: null,
    choose: (keys) => set({ chosen: keys, lookedAt: keys.at(-1) ?? null }),
    toggleChosen: (key) =>
      set(({ chosen }) => {
        const isChosen = chosen.includes(key);
        const left = isChosen ? chosen.filter((other) => other !== key) : [...chosen, key];
        return { chosen: left, lookedAt: isChosen ? (left.at(-1) ?? null) : key };
      }),
    toggleClosed: (groupKey) =>
      set(({ closed }) => ({
        closed: closed.includes(groupKey)
          ? closed.filter((other) => other !== groupKey)
          : [...closed, groupKey],
      })),
    compare: ({ a, b, recordId = null }) =>
      set(({ comparing }) => ({
        comparing: { a, b, recordId, mode: comparing?.mode ?? 'swipe', divider: 0.5 },
      })),
    changeComparing: (change) =>
      set(({ comparing }) => ({ comparing: comparing && { ...comparing, ...change } })),
  }));
}
