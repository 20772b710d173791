/** Counts what comes in over the last seconds. */
type RateWindow = {
  add(count: number, now: number): void;
  /** How many a second came within the window up to `now`. */
  perSecond(now: number): number;
};

/** An empty window of `windowMs` that begins at `startedAt`; times are milliseconds of any one clock. */
export function createRateWindow(windowMs: number, startedAt: number): RateWindow {
  let samples: { readonly at: number; readonly count: number }[] = [];
  return {
    add(count, now) {
      samples = [...samples.filter(({ at }) => at > now - windowMs), { at: now, count }];
    },
    perSecond(now) {
      const seconds = Math.min(windowMs, now - startedAt) / 1000;
      const total = samples.reduce((sum, { at, count }) => (at > now - windowMs ? sum + count : sum), 0);
      return seconds > 0 ? total / seconds : 0;
    },
  };
}
