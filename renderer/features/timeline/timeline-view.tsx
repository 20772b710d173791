import { useMemo } from 'react';
import type { TimelineRequest } from '../../../shared/results/statistics.ts';
import { useApp } from '../../context/app-context.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useTimeline } from '../../context/use-results-queries.ts';
import { useDock, useResults } from '../../context/use-stores.ts';
import { BarChart, type BarChartContent, chartColors } from '../../ui/chart/bar-chart.tsx';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';

import { windowChange, windowOf, withoutWindow } from './filter-window.ts';
import { texts } from './texts.ts';
import { TimeBrush } from './time-brush.tsx';
import type { TimeSpan } from './time-window.ts';
import styles from './timeline.module.css';
import { TimelineControls } from './timeline-controls.tsx';
import { useTimeLimits } from './use-time-limits.ts';

const binCount = 160;

/**
 * Detections over time: the filtered ones in front of all. A time window drawn over the chart filters map, table and
 * charts; it can be moved, resized and played.
 */
export function TimelineView() {
  const filter = useResults((state) => state.filter);
  const { by, span } = useDock((state) => state.timeline);
  const { whole, limits } = useTimeLimits(by);
  const view = span ?? limits;
  const request = useMemo(
    (): TimelineRequest => ({ filter: withoutWindow(filter, by), by, bins: binCount, ...view }),
    [filter, by, view],
  );
  const counts = useTimeline(request, view !== null);
  const { data } = counts;
  const failed = [whole, counts].find(({ error }) => error !== null);
  if (failed) return <QueryState query={failed} />;
  if (whole.data && !limits) {
    return (
      <EmptyState title={texts.chart.noTimes[by]} hint={texts.chart.withoutThisTime(whole.data.missing)} />
    );
  }
  if (!data || !view || !limits) return <LoadingState label={texts.chart.counting} />;
  return (
    <TimelineChart
      view={view}
      limits={limits}
      all={data.all}
      filtered={data.filtered}
      missing={data.missing}
    />
  );
}

function TimelineChart({
  view,
  limits,
  all,
  filtered,
  missing,
}: {
  readonly view: TimeSpan;
  readonly limits: TimeSpan;
  readonly all: readonly number[];
  readonly filtered: readonly number[];
  readonly missing: number;
}) {
  const { stores } = useApp();
  const filter = useResults((state) => state.filter);
  const { by } = useDock((state) => state.timeline);
  const window = windowOf(filter, by, limits);
  const scheme = useColorScheme();
  const content = useMemo(
    () => toChartContent(view, all, filtered, windowOf(filter, by, limits), chartColors(scheme)),
    [view, all, filtered, filter, by, limits, scheme],
  );
  const shown = useFilteredCounts();
  // The ends of a window lie within bins.
  const inWindow = shown.isPlaceholderData ? null : (shown.data?.detections ?? null);
  const inView = filtered.reduce((sum, count) => sum + count, 0);
  const setWindow = (next: TimeSpan | null) => stores.results.getState().setFilter(windowChange(by, next));
  return (
    <div className={dockView.view}>
      <TimelineControls
        view={view}
        limits={limits}
        window={window}
        count={window ? inWindow : inView}
        missing={missing}
        onWindow={setWindow}
      />
      <div className={styles.plot}>
        <BarChart content={content} label={texts.chart.label[by](view.from, view.to)} />
        <TimeBrush
          view={view}
          limits={limits}
          window={window}
          bins={all.length}
          onWindow={setWindow}
          onView={(span) => stores.dock.getState().changeTimeline({ span })}
        />
      </div>
    </div>
  );
}

function toChartContent(
  view: TimeSpan,
  all: readonly number[],
  filtered: readonly number[],
  window: TimeSpan | null,
  { accent, outside }: ReturnType<typeof chartColors>,
): BarChartContent {
  const step = (view.to - view.from) / Math.max(1, all.length);
  const middles = all.map((_, bin) => view.from + (bin + 0.5) * step);
  return {
    axis: { kind: 'time' },
    range: [view.from / 1000, view.to / 1000],
    x: middles.map((time) => time / 1000),
    counts: filtered,
    backgroundCounts: all,
    colors: middles.map((time) => (!window || (time >= window.from && time < window.to) ? accent : outside)),
  };
}
