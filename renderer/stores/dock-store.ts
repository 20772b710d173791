import { createStore } from 'zustand/vanilla';
import type { DetectionPage, RecordPage } from '../../shared/results/detection.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { GroupCountRequest, TimelineRequest } from '../../shared/results/statistics.ts';
import type { ColumnLayout } from './column-layout.ts';

export type DockTab = 'table' | 'timeline' | 'statistics' | 'records' | 'passes' | 'chips';

/** What statistics are shown of: groups by something, or the spread of a number. */
export type StatisticsTopic =
  | { readonly kind: 'groups'; readonly by: GroupCountRequest['by'] }
  | { readonly kind: 'distribution'; readonly field: DetectionField };

/** Over which detections statistics go. */
export type StatisticsScope = 'all' | 'filtered' | 'selected';

/** What the timeline shows. Times are epoch milliseconds UTC. */
export type TimelineView = {
  readonly by: TimelineRequest['by'];
  /** The part that is zoomed in on; null: everything. */
  readonly span: { readonly from: number; readonly to: number } | null;
};

/** How the dock shows detections and records. */
export type DockStore = {
  readonly tab: DockTab;
  readonly sort: DetectionPage['sort'];
  /** Null until columns are chosen: the default ones. Kept for each profile. */
  readonly columns: ColumnLayout | null;
  /** CSS pixels; null: as high as suits what is shown. Kept for each profile. */
  readonly height: number | null;
  readonly timeline: TimelineView;
  readonly topic: StatisticsTopic;
  readonly scope: StatisticsScope;
  /** A row of the table, counted from 0, that is to be brought into view; null when none. */
  readonly wantedRow: number | null;
  /** Whether the table asks which row to go to. */
  readonly goingToRow: boolean;
  readonly records: Pick<RecordPage, 'having' | 'text'>;
  /** How large chips are in their grid: lines of the list that a row of them takes. */
  readonly chipLines: number;
};

/** A dock that shows the table, last collected first. */
export function createDockStore() {
  return createStore<DockStore>()(() => ({
    tab: 'table',
    sort: { field: 'collected', order: 'DESC' },
    columns: null,
    height: null,
    timeline: { by: 'collected', span: null },
    topic: { kind: 'groups', by: 'analytic' },
    scope: 'filtered',
    wantedRow: null,
    goingToRow: false,
    records: { having: 'any' },
    chipLines: 5,
  }));
}
