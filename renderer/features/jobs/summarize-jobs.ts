import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { progressFraction } from '../../ui/job/describe-job.ts';
import { texts } from './texts.ts';

/** What the status bar shows of all jobs. */
export type JobsSummary = {
  readonly active: number;
  /** Jobs that ended before they were complete, and were not cancelled by the user. */
  readonly unfinished: number;
  /** Mean progress of the active jobs, 0…1; null when none is active or the total of one is unknown. */
  readonly fraction: number | null;
};

/** Counts jobs by what they ask of the user. */
export function summarizeJobs(jobs: readonly Job[]): JobsSummary {
  const active = jobs.filter(isActiveJob);
  const fractions = active.map(progressFraction);
  const known = fractions.filter((fraction) => fraction !== null);
  return {
    active: active.length,
    unfinished: jobs.filter(({ state }) => ['failed', 'stopped', 'interrupted'].includes(state)).length,
    fraction:
      known.length > 0 && known.length === fractions.length
        ? known.reduce((sum, fraction) => sum + fraction, 0) / known.length
        : null,
  };
}

/** The summary as text: `1 running, 2 unfinished`. */
export function describeJobs({ active, unfinished }: JobsSummary): string {
  const parts = [
    ...(active > 0 ? [texts.summary.running(active)] : []),
    ...(unfinished > 0 ? [texts.summary.unfinished(unfinished)] : []),
  ];
  return parts.length === 0 ? texts.summary.allComplete : parts.join(', ');
}
