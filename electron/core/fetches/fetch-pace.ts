import type { Job } from '../../../shared/jobs/job.ts';
import { createRateWindow } from './rate-window.ts';

/** The rate and the remaining time of a running fetch. */
type FetchPace = {
  /** Must be called when the fetch continues after a wait for a sign-in. */
  restart(): void;
  /** The job after a page, with its rate and, if it can be estimated, the remaining time. */
  after(before: Job, job: Job): Job;
};

const rateWindowMs = 10_000;
/** The minimum number of pages for an estimate. */
const fewestPagesForEstimate = 2;

/** The pace of a fetch that starts now. */
export function createFetchPace(now: () => number): FetchPace {
  const rate = createRateWindow(rateWindowMs, now());
  return {
    restart: () => rate.restart(now()),
    after(before, job) {
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
