import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { plotMargins } from '../../../components/chart/bar-chart.tsx';
import { formatUtc } from '../../../components/format.ts';
import {
  lengthOf,
  shiftWindow,
  stretchWindow,
  type TimeSpan,
  windowBetween,
  zoomView,
} from './time-window.ts';
import styles from './timeline.module.css';

/** What a drag does to the window. */
type Drag = {
  readonly kind: 'draw' | 'move' | 'from' | 'to';
  readonly startedAt: number;
  readonly window: TimeSpan | null;
  readonly moved: boolean;
};

const zoomFactor = 1.25;
/** Pixels of the pointer's way before a press is a drag. */
const dragStart = 4;

/**
 * Lies over the chart. Dragging draws a window, moves the one that is there or one of its ends; a press beside it
 * lifts it; the wheel zooms. With the keys: arrows move the window by a bin, with Shift its end, Delete lifts it, + and
 * − zoom.
 */
export function TimeBrush({
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
  const latest = useRef({ view, limits, onView });
  latest.current = { view, limits, onView };

  const timeAt = (clientX: number) => {
    const box = area.current?.getBoundingClientRect();
    if (!box || box.width === 0) return view.from;
    return view.from + ((clientX - box.left) / box.width) * lengthOf(view);
  };

  // React listens to the wheel passively, so the page could not be kept from scrolling.
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { view: seen, limits: all, onView: tell } = latest.current;
      const box = element.getBoundingClientRect();
      const at = seen.from + ((event.clientX - box.left) / box.width) * lengthOf(seen);
      if (event.shiftKey) tell(shiftWindow(seen, Math.sign(event.deltaY) * lengthOf(seen) * 0.1, all));
      else tell(zoomView(seen, event.deltaY > 0 ? zoomFactor : 1 / zoomFactor, at, all));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const part = event.target instanceof HTMLElement ? event.target.dataset.part : undefined;
    const kind = part === 'from' || part === 'to' || part === 'move' ? part : 'draw';
    drag.current = { kind, startedAt: event.clientX, window, moved: false };
  }

  function onPointerMove(event: PointerEvent): void {
    const current = drag.current;
    if (!current || (!current.moved && Math.abs(event.clientX - current.startedAt) < dragStart)) return;
    drag.current = { ...current, moved: true };
    setDrawn(dragged(current, timeAt(current.startedAt), timeAt(event.clientX)));
  }

  function dragged({ kind, window: before }: Drag, from: number, to: number): TimeSpan {
    if (kind === 'draw' || !before) return windowBetween(from, to, view, bins);
    const by = Math.round(to - from);
    return kind === 'move' ? shiftWindow(before, by, limits) : stretchWindow(before, kind, by, limits);
  }

  function onPointerUp(): void {
    const current = drag.current;
    drag.current = null;
    setDrawn(null);
    if (current?.moved && drawn) onWindow(drawn);
    else if (current?.kind === 'draw') onWindow(null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = lengthOf(view) / bins;
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const middle = window ? (window.from + window.to) / 2 : (view.from + view.to) / 2;
    if (way !== 0) {
      const by = Math.round(way * step);
      if (!window) onWindow(windowBetween(middle, middle, view, bins));
      else
        onWindow(event.shiftKey ? stretchWindow(window, 'to', by, limits) : shiftWindow(window, by, limits));
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
      style={{
        top: plotMargins.top,
        right: plotMargins.right,
        bottom: plotMargins.bottom,
        left: plotMargins.left,
      }}
      role="slider"
      tabIndex={0}
      aria-label="Time window"
      aria-valuemin={limits.from}
      aria-valuemax={limits.to}
      aria-valuenow={shown?.from ?? limits.from}
      aria-valuetext={shown ? `${formatUtc(shown.from)} to ${formatUtc(shown.to)}` : 'All times'}
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
      {shown ? <WindowMark window={shown} view={view} /> : null}
    </div>
  );
}

function WindowMark({ window, view }: { readonly window: TimeSpan; readonly view: TimeSpan }) {
  const share = (time: number) => Math.min(1, Math.max(0, (time - view.from) / lengthOf(view)));
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
