/** What one page brought. */
type PageCounts = { readonly records: number; readonly detections: number };

/** How fast pages came lately. Times are milliseconds of any one clock. */
type RateWindow = {
  /** Time counts from now on: what lies between the last page and this was no fetching. */
  restart(now: number): void;
  add(page: PageCounts, now: number): void;
  /** A second, over the last pages; undefined before the first. */
  perSecond(): PageCounts | undefined;
  /** How many pages that is. */
  pages(): number;
};

/** Pages are few and far between when they are large: so many are counted in any case. */
const fewestPages = 4;

/** An empty window over the pages of the last `windowMs`, or the last four where those took longer. */
export function createRateWindow(windowMs: number, startedAt: number): RateWindow {
  let samples: readonly (PageCounts & { readonly at: number; readonly lasted: number })[] = [];
  let mark = startedAt;
  return {
    restart(now) {
      mark = now;
    },
    add(page, now) {
      const all = [...samples, { ...page, at: now, lasted: now - mark }];
      samples = all.filter(({ at }, index) => at > now - windowMs || index >= all.length - fewestPages);
      mark = now;
    },
    perSecond() {
      const seconds = samples.reduce((sum, { lasted }) => sum + lasted, 0) / 1000;
      if (seconds <= 0) return undefined;
      return {
        records: samples.reduce((sum, { records }) => sum + records, 0) / seconds,
        detections: samples.reduce((sum, { detections }) => sum + detections, 0) / seconds,
      };
    },
    pages: () => samples.length,
  };
}
