import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { AisFilePreview } from '../../shared/ais/ais-file.ts';
import type { LayerListRequest } from '../../shared/layers/vector-layer.ts';
import type { DetectionPageRequest, RecordPageRequest } from '../../shared/results/detection.ts';
import type { TimelineRequest } from '../../shared/results/statistics.ts';
import type { SiteCount, SitePassGrouping } from '../../shared/sites/site-series.ts';
import { type ColumnLayout, columnChoiceSchema } from './column-layout.ts';
import { persistOptions } from './persist-options.ts';
import type { StatisticsTopic } from './statistics-topic.ts';

export type DockTab =
  | 'table'
  | 'timeline'
  | 'statistics'
  | 'records'
  | 'passes'
  | 'sites'
  | 'layers'
  | 'ais'
  | 'chips';

/** Detections that are counted in statistics. */
export type StatisticsScope = 'all' | 'filtered' | 'selected';

/** State of the timeline. Times are epoch milliseconds UTC. */
export type TimelineState = {
  readonly by: TimelineRequest['by'];
  /** The visible time span; null: everything. */
  readonly span: { readonly from: number; readonly to: number } | null;
};

/** State of the tab of sites. */
export type SitesTabState = {
  /** The area whose passes are shown; null: the table of all sites. */
  readonly areaId: string | null;
  /** Null: the first one. */
  readonly analytic: string | null;
  /** Key of the group whose baseline is drawn; null: the one with the most passes. */
  readonly groupKey: string | null;
  readonly counted: SiteCount;
  readonly grouping: SitePassGrouping;
  /** Whether only detections that match the filter count. */
  readonly isFiltered: boolean;
};

/** State of the tab of layers. */
export type LayersView = Pick<LayerListRequest, 'sort'> & {
  /** The layer whose features are listed; null: the first one. */
  readonly layerId: string | null;
  /** Text that the listed features have in an attribute. */
  readonly text: string;
  /** Whether the table gets the focus once its features are loaded. */
  readonly isFocusRequested: boolean;
};

/** State of the tab of AIS. */
export type AisTabState = {
  /** The file whose columns are being mapped. */
  readonly preview: AisFilePreview | null;
  /** The pass whose contacts that were not seen are listed. */
  readonly passKey: string | null;
};

/** Settings of detections and records in the dock. */
export type DockStore = {
  readonly tab: DockTab;
  readonly sort: DetectionPageRequest['sort'];
  /** Null until the user chooses columns: the default ones. Saved for each profile. */
  readonly columns: ColumnLayout | null;
  readonly timeline: TimelineState;
  readonly topic: StatisticsTopic;
  readonly scope: StatisticsScope;
  /** A row of the table, counted from 0, to scroll into view; null for none. */
  readonly requestedRow: number | null;
  /** Whether the table shows the input for the row to go to. */
  readonly isGoToRowOpen: boolean;
  readonly records: Pick<RecordPageRequest, 'having' | 'text'>;
  readonly sites: SitesTabState;
  readonly layers: LayersView;
  readonly ais: AisTabState;
  /** Size of chips in the grid: height of a row of chips in list lines. */
  readonly chipLines: number;
  setTab(tab: DockTab): void;
  setSort(sort: DetectionPageRequest['sort']): void;
  setColumns(columns: ColumnLayout | null): void;
  changeTimeline(change: Partial<TimelineState>): void;
  setTopic(topic: StatisticsTopic): void;
  setScope(scope: StatisticsScope): void;
  requestRow(index: number | null): void;
  setGoToRowOpen(isOpen: boolean): void;
  changeRecords(change: Partial<DockStore['records']>): void;
  changeSites(change: Partial<SitesTabState>): void;
  changeLayers(change: Partial<LayersView>): void;
  changeAis(change: Partial<AisTabState>): void;
  setChipLines(lines: number): void;
  /** Restores the saved columns of a profile; null restores the defaults. */
  openProfile(profileId: string | null): void;
  /** Clears what belongs to the workspace: another one has other times and records. */
  clearWorkspaceState(): void;
};

/** The initial state of the dock in every workspace. */
const initialWorkspaceState = {
  timeline: { by: 'collected', span: null },
  topic: { kind: 'groups', by: 'analytic' },
  scope: 'filtered',
  requestedRow: null,
  records: { having: 'any' },
  sites: {
    areaId: null,
    analytic: null,
    groupKey: null,
    counted: 'all',
    grouping: 'geometry',
    isFiltered: false,
  },
  layers: { layerId: null, text: '', sort: { column: null, order: 'ASC' }, isFocusRequested: false },
  ais: { preview: null, passKey: null },
} as const satisfies Partial<DockStore>;

const savedStateSchema = z.object({
  columns: z.array(columnChoiceSchema).min(1).readonly().nullable(),
});

/**
 * Creates a dock store that shows the table, latest collection time first. Columns are saved in `storage`.
 */
export function createDockStore(storage: Storage | undefined = globalThis.localStorage) {
  const store = createStore<DockStore>()(
    persist(
      (set) => ({
        tab: 'table',
        sort: { field: 'collected', order: 'DESC' },
        columns: null,
        ...initialWorkspaceState,
        isGoToRowOpen: false,
        chipLines: 5,
        setTab: (tab) => set({ tab }),
        setSort: (sort) => set({ sort }),
        setColumns: (columns) => set({ columns }),
        changeTimeline: (change) => set(({ timeline }) => ({ timeline: { ...timeline, ...change } })),
        setTopic: (topic) => set({ topic }),
        setScope: (scope) => set({ scope }),
        requestRow: (requestedRow) => set({ requestedRow }),
        setGoToRowOpen: (isGoToRowOpen) => set({ isGoToRowOpen }),
        changeRecords: (change) => set(({ records }) => ({ records: { ...records, ...change } })),
        changeSites: (change) => set(({ sites }) => ({ sites: { ...sites, ...change } })),
        changeLayers: (change) => set(({ layers }) => ({ layers: { ...layers, ...change } })),
        changeAis: (change) => set(({ ais }) => ({ ais: { ...ais, ...change } })),
        setChipLines: (chipLines) => set({ chipLines }),
        openProfile(profileId) {
          store.persist.setOptions({ name: keyOf(profileId) });
          void store.persist.rehydrate();
        },
        clearWorkspaceState: () => set(initialWorkspaceState),
      }),
      persistOptions({
        name: keyOf(null),
        storage,
        // A profile without a saved layout gets the default one instead of that of the previous profile.
        schema: savedStateSchema.catch({ columns: null }),
        partialize: ({ columns }: DockStore) => ({ columns }),
      }),
    ),
  );
  return store;
}

function keyOf(profileId: string | null): string {
  return profileId === null ? 'sightline.dock' : `sightline.dock.${profileId}`;
}
