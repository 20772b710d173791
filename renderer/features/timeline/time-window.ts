/** A time interval, epoch milliseconds UTC; `to` is exclusive. */
export type TimeSpan = { readonly from: number; readonly to: number };

const minWindowMs = 1_000;
const minViewMs = 60_000;

/** The length of a window, in milliseconds. */
export function durationOf({ from, to }: TimeSpan): number {
  return to - from;
}

/** The window moved by `by` milliseconds, within the limits. */
export function shiftWindow(window: TimeSpan, by: number, limits: TimeSpan): TimeSpan {
  const length = durationOf(window);
  const from = Math.max(limits.from, Math.min(limits.to - length, window.from + by));
  return { from, to: from + length };
}

/** The window with one end moved by `by` milliseconds, within the limits and at least `minWindowMs` long. */
export function resizeWindow(window: TimeSpan, end: 'from' | 'to', by: number, limits: TimeSpan): TimeSpan {
  return end === 'from'
    ? {
        from: Math.max(limits.from, Math.min(window.to - minWindowMs, window.from + by)),
        to: window.to,
      }
    : {
        from: window.from,
        to: Math.min(limits.to, Math.max(window.from + minWindowMs, window.to + by)),
      };
}

/** The view scaled by a factor around a time; null when it would contain all times. */
export function zoomView(view: TimeSpan, factor: number, around: number, limits: TimeSpan): TimeSpan | null {
  const length = Math.max(minViewMs, durationOf(view) * factor);
  if (length >= durationOf(limits)) return null;
  const share = (around - view.from) / Math.max(1, durationOf(view));
  return shiftWindow({ from: around - share * length, to: around + (1 - share) * length }, 0, limits);
}

/** The view moved so that it contains the window; unchanged if it already does. */
export function followWindow(view: TimeSpan, window: TimeSpan, limits: TimeSpan): TimeSpan {
  if (window.to <= view.to && window.from >= view.from) return view;
  if (durationOf(window) >= durationOf(view)) return window;
  return shiftWindow(view, window.to > view.to ? window.to - view.to : window.from - view.from, limits);
}

/** The next window of the playback; null at the end. */
export function nextWindow(window: TimeSpan, step: number, limits: TimeSpan): TimeSpan | null {
  if (window.to >= limits.to) return null;
  return shiftWindow(window, step, limits);
}

/** The window between two times in any order, extended to the edges of their bins. */
export function windowBetween(one: number, other: number, view: TimeSpan, bins: number): TimeSpan {
  const step = durationOf(view) / bins;
  const binOf = (time: number) => Math.min(bins - 1, Math.max(0, Math.floor((time - view.from) / step)));
  const [first, last] = [Math.min(binOf(one), binOf(other)), Math.max(binOf(one), binOf(other))];
  return { from: Math.round(view.from + first * step), to: Math.round(view.from + (last + 1) * step) };
}
