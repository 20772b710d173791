import type { Job } from '../../../shared/jobs/job.ts';

const rateWindowMs = 10_000;
/** The minimum number of pages for an estimate. */
const fewestPagesForEstimate = 2;

/** The rate and the remaining time of a fetch that starts now. */
export function createFetchPace(now: () => number) {
  const rate = createRateWindow(rateWindowMs, now());
  return {
    /** Must be called when the fetch continues after a wait for a sign-in. */
    restart: (): void => rate.restart(now()),
    /** The job after a page, with its rate and, if it can be estimated, the remaining time. */
    after(before: Job, job: Job): Job {
      rate.add(
        {
          records: (job.fetch?.records ?? 0) - (before.fetch?.records ?? 0),
          detections: (job.fetch?.detections ?? 0) - (before.fetch?.detections ?? 0),
        },
        now(),
      );
      const pace = rate.perSecond();
      const left = secondsLeft(job, pace?.records ?? 0, rate.pages());
      const { secondsLeft: _former, ...rest } = job;
      return {
        ...rest,
        ...(pace ? { ratePerSecond: pace.detections } : {}),
        ...(left === undefined ? {} : { secondsLeft: left }),
      };
    },
  };
}

/** The remaining seconds; undefined while the total or the rate is unknown. The service does not report a total. */
function secondsLeft({ fetch }: Job, recordsPerSecond: number, pages: number): number | undefined {
  const total = fetch?.expectedRecords ?? fetch?.maxRecords;
  if (!fetch || total === undefined || pages < fewestPagesForEstimate || recordsPerSecond <= 0)
    return undefined;
  // With more records than expected the total is unknown again.
  return fetch.records > total ? undefined : (total - fetch.records) / recordsPerSecond;
}

/** Numbers of records and detections: of a page, or per second. */
type RecordCounts = { readonly records: number; readonly detections: number };

/** The minimum number of pages in the window, because large pages may be slower than the window. */
const fewestPages = 4;

/**
 * The rate over the pages of the last `windowMs`, or the last four where those took longer. Times are milliseconds of one
 * clock.
 */
function createRateWindow(windowMs: number, startedAt: number) {
  let samples: readonly (RecordCounts & { readonly at: number; readonly lasted: number })[] = [];
  let mark = startedAt;
  return {
    /** Excludes the time since the last page from the rate. */
    restart(now: number): void {
      mark = now;
    },
    add(page: RecordCounts, now: number): void {
      const all = [...samples, { ...page, at: now, lasted: now - mark }];
      samples = all.filter(({ at }, index) => at > now - windowMs || index >= all.length - fewestPages);
      mark = now;
    },
    /** The rate per second over the last pages; undefined before the first. */
    perSecond(): RecordCounts | undefined {
      const seconds = samples.reduce((sum, { lasted }) => sum + lasted, 0) / 1000;
      if (seconds <= 0) return undefined;
      return {
        records: samples.reduce((sum, { records }) => sum + records, 0) / seconds,
        detections: samples.reduce((sum, { detections }) => sum + detections, 0) / seconds,
      };
    },
    /** The number of pages in the window. */
    pages: (): number => samples.length,
  };
}
