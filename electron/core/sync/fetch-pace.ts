import type { Job } from '../../../shared/jobs/job.ts';
import { createRateWindow } from './rate-window.ts';

/** What a running fetch tells of its pace. */
type FetchPace = {
  /** To be called when it goes on after a pause that was nobody's fetching. */
  restart(): void;
  /** The job after a page, with rate and, where it can be told honestly, the time that is left. */
  after(before: Job, job: Job): Job;
};

const rateWindowMs = 10_000;
/** One page says little about the next. */
const fewestPagesForEstimate = 2;

/** The pace of a fetch that begins now. */
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

/** Undefined while the end or the pace is not known: nothing tells how many records the service will give. */
function secondsLeft({ fetch }: Job, recordsPerSecond: number, pages: number): number | undefined {
  const total = fetch?.expectedRecords ?? fetch?.maxRecords;
  if (!fetch || total === undefined || pages < fewestPagesForEstimate || recordsPerSecond <= 0)
    return undefined;
  // More than expected has come: then nothing is known of the end any more.
  return fetch.records > total ? undefined : (total - fetch.records) / recordsPerSecond;
}
