/** Numbers of records and detections: of a page, or per second. */
type RecordCounts = { readonly records: number; readonly detections: number };

/** The recent rate of pages. Times are milliseconds of one clock. */
type RateWindow = {
  /** Excludes the time since the last page from the rate. */
  restart(now: number): void;
  add(page: RecordCounts, now: number): void;
  /** The rate per second over the last pages; undefined before the first. */
  perSecond(): RecordCounts | undefined;
  /** The number of pages in the window. */
  pages(): number;
};

/** The minimum number of pages in the window, because large pages may be slower than the window. */
const fewestPages = 4;

/** An empty window over the pages of the last `windowMs`, or the last four where those took longer. */
export function createRateWindow(windowMs: number, startedAt: number): RateWindow {
  let samples: readonly (RecordCounts & { readonly at: number; readonly lasted: number })[] = [];
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
