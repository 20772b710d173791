import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef, useState } from 'react';
import type { PassStop } from '../../../shared/passes/pass.ts';
import type { TimelineRequest } from '../../../shared/results/statistics.ts';
import { useApp } from '../../context/app-context.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useTimeline } from '../../context/use-results-queries.ts';
import { useDock, usePassSteps, useResults } from '../../context/use-stores.ts';
import { BarChart, type BarChartContent, chartColors, plotMargins } from '../../ui/chart/charts.tsx';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import { useWheel } from '../../ui/use-wheel.ts';
import { windowChange, windowOf, withoutWindow } from './filter-window.ts';
import { texts } from './texts.ts';
import {
  durationOf,
  resizeWindow,
  shiftWindow,
  type TimeSpan,
  windowBetween,
  zoomView,
} from './time-window.ts';
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

/** A drag in progress, and how it changes the window. */
type Drag = {
  readonly kind: 'draw' | 'move' | 'from' | 'to';
  readonly startX: number;
  readonly window: TimeSpan | null;
  readonly moved: boolean;
};

const zoomFactor = 1.25;
/** Pixels that the pointer must move before a pointer-down becomes a drag. */
const dragThreshold = 4;

/**
 * Covers the chart and selects a time window. Dragging draws a window, moves it or one of its ends; a click outside of
 * it removes it; the wheel zooms. The arrow keys move the window by a bin, with Shift its end; Delete removes it; + and
 * − zoom.
 */
function TimeBrush({
  view,
  limits,
  window,
  bins,
  onWindow,
  onView,
}: {
  readonly view: TimeSpan;
  readonly limits: TimeSpan;
  readonly window: TimeSpan | null;
  readonly bins: number;
  readonly onWindow: (window: TimeSpan | null) => void;
  readonly onView: (view: TimeSpan | null) => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [drawn, setDrawn] = useState<TimeSpan | null>(null);
  const shown = drawn ?? window;

  const timeAt = (clientX: number) => {
    const box = area.current?.getBoundingClientRect();
    if (!box || box.width === 0) return view.from;
    return view.from + ((clientX - box.left) / box.width) * durationOf(view);
  };

  useWheel(area, (event) => {
    event.preventDefault();
    const factor = event.deltaY > 0 ? zoomFactor : 1 / zoomFactor;
    if (event.shiftKey) onView(shiftWindow(view, Math.sign(event.deltaY) * durationOf(view) * 0.1, limits));
    else onView(zoomView(view, factor, timeAt(event.clientX), limits));
  });

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const part = event.target instanceof HTMLElement ? event.target.dataset.part : undefined;
    const kind = part === 'from' || part === 'to' || part === 'move' ? part : 'draw';
    drag.current = { kind, startX: event.clientX, window, moved: false };
  }

  function onPointerMove(event: PointerEvent): void {
    const current = drag.current;
    if (!current || (!current.moved && Math.abs(event.clientX - current.startX) < dragThreshold)) return;
    drag.current = { ...current, moved: true };
    const [from, to] = [timeAt(current.startX), timeAt(event.clientX)];
    setDrawn(moveWindow(current, to - from, limits) ?? windowBetween(from, to, view, bins));
  }

  function onPointerUp(): void {
    const current = drag.current;
    drag.current = null;
    setDrawn(null);
    if (current?.moved && drawn) onWindow(drawn);
    else if (current?.kind === 'draw') onWindow(null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = durationOf(view) / bins;
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const middle = window ? (window.from + window.to) / 2 : (view.from + view.to) / 2;
    if (direction !== 0) {
      const by = Math.round(direction * step);
      if (!window) onWindow(windowBetween(middle, middle, view, bins));
      else
        onWindow(event.shiftKey ? resizeWindow(window, 'to', by, limits) : shiftWindow(window, by, limits));
    } else if (event.key === 'Delete' || event.key === 'Backspace') onWindow(null);
    else if (event.key === '+' || event.key === '=') onView(zoomView(view, 1 / zoomFactor, middle, limits));
    else if (event.key === '-') onView(zoomView(view, zoomFactor, middle, limits));
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={area}
      className={styles.brush}
      style={plotMargins}
      role="slider"
      tabIndex={0}
      aria-label={texts.brush.label}
      aria-valuemin={limits.from}
      aria-valuemax={limits.to}
      aria-valuenow={shown?.from ?? limits.from}
      aria-valuetext={shown ? texts.brush.window(shown.from, shown.to) : texts.brush.allTimes}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = null;
        setDrawn(null);
      }}
      onDoubleClick={() => onView(null)}
      onKeyDown={onKeyDown}
    >
      <PassTicks view={view} />
      {shown ? <WindowMark window={shown} view={view} /> : null}
    </div>
  );
}

/** The window after a drag of it or of one of its ends by milliseconds; undefined where another one is drawn. */
function moveWindow({ kind, window }: Drag, milliseconds: number, limits: TimeSpan): TimeSpan | undefined {
  if (kind === 'draw' || !window) return undefined;
  const by = Math.round(milliseconds);
  return kind === 'move' ? shiftWindow(window, by, limits) : resizeWindow(window, kind, by, limits);
}

/** While the analyst steps through passes: a tick for each pass over the map's view. */
function PassTicks({ view }: { readonly view: TimeSpan }) {
  const stops = usePassSteps((state) => state.steps?.stops);
  const shown = usePassSteps((state) => state.steps?.shown);
  const { by } = useDock((state) => state.timeline);
  if (!stops || !shown || by !== 'collected') return null;
  return (
    <>
      <Ticks stops={stops} view={view} />
      <Ticks stops={[shown]} view={view} isShown />
    </>
  );
}

/** The view has this many positions of ticks. Ticks of one position are drawn once: there can be many thousands. */
const tickPositions = 1000;

/** Drawn again only when the passes or the view change, not at each step. */
const Ticks = memo(function Ticks({
  stops,
  view,
  isShown = false,
}: {
  readonly stops: readonly Pick<PassStop, 'startedAt'>[];
  readonly view: TimeSpan;
  readonly isShown?: boolean;
}) {
  const times = stops.flatMap(({ startedAt }) => startedAt ?? []);
  const positions = times
    .filter((time) => time >= view.from && time < view.to)
    .map((time) => Math.floor(((time - view.from) / durationOf(view)) * tickPositions));
  return [...new Set(positions)].map((position) => (
    <span
      key={position}
      className={styles.tick}
      data-pass-tick={isShown ? 'shown' : ''}
      style={{ left: `${(position / tickPositions) * 100}%` }}
    />
  ));
});

function WindowMark({ window, view }: { readonly window: TimeSpan; readonly view: TimeSpan }) {
  const share = (time: number) => Math.min(1, Math.max(0, (time - view.from) / durationOf(view)));
  const [from, to] = [share(window.from), share(window.to)];
  if (from === to && (window.to <= view.from || window.from >= view.to)) return null;
  return (
    <div
      className={styles.window}
      data-part="move"
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    >
      <span className={styles.edge} data-part="from" />
      <span className={styles.edge} data-part="to" />
    </div>
  );
}
