/** A stretch of time, epoch milliseconds UTC; `to` is exclusive. */
export type TimeSpan = { readonly from: number; readonly to: number };

const minWindowMs = 1_000;
const minViewMs = 60_000;

/** How long a window is. */
export function durationOf({ from, to }: TimeSpan): number {
  return to - from;
}

/** The window moved by so much, but not past the ends. */
export function shiftWindow(window: TimeSpan, by: number, limits: TimeSpan): TimeSpan {
  const length = durationOf(window);
  const from = Math.max(limits.from, Math.min(limits.to - length, window.from + by));
  return { from, to: from + length };
}

/** The window with one end moved by so much; it stays within the limits and does not turn round. */
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

/** The visible span, scaled by a factor around a time; null when that is everything. */
export function zoomView(view: TimeSpan, factor: number, around: number, limits: TimeSpan): TimeSpan | null {
  const length = Math.max(minViewMs, durationOf(view) * factor);
  if (length >= durationOf(limits)) return null;
  const share = (around - view.from) / Math.max(1, durationOf(view));
  return shiftWindow({ from: around - share * length, to: around + (1 - share) * length }, 0, limits);
}

/** The view moved so that the window is seen, when it has left it; else as it is. */
export function followWindow(view: TimeSpan, window: TimeSpan, limits: TimeSpan): TimeSpan {
  if (window.to <= view.to && window.from >= view.from) return view;
  if (durationOf(window) >= durationOf(view)) return window;
  return shiftWindow(view, window.to > view.to ? window.to - view.to : window.from - view.from, limits);
}

/** The next window of a play; null at the end. */
export function nextWindow(window: TimeSpan, step: number, limits: TimeSpan): TimeSpan | null {
  if (window.to >= limits.to) return null;
  return shiftWindow(window, step, limits);
}

/** Two times in either order, on the steps of the bins. */
export function windowBetween(one: number, other: number, view: TimeSpan, bins: number): TimeSpan {
  const step = durationOf(view) / bins;
  const binOf = (time: number) => Math.min(bins - 1, Math.max(0, Math.floor((time - view.from) / step)));
  const [first, last] = [Math.min(binOf(one), binOf(other)), Math.max(binOf(one), binOf(other))];
  return { from: Math.round(view.from + first * step), to: Math.round(view.from + (last + 1) * step) };
}
