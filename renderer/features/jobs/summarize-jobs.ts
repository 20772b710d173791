import { progressFraction } from '../../../shared/jobs/describe-job.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import type { HostLink } from '../../stores/session-store.ts';
import { texts } from './texts.ts';

/** Summary of all jobs in the status bar. */
export type JobsSummary = {
  readonly active: number;
  /** Jobs that ended before they were complete, and were not cancelled by the user. */
  readonly unfinished: number;
  /** Mean progress of the active jobs, 0…1; null when none is active, or what is left of one is unknown. */
  readonly fraction: number | null;
  /** False while the link to the main process is lost: the active jobs are only known as they last were. */
  readonly isFollowed: boolean;
};

/** Counts jobs by what the user can do about them. `hostLink`: the link to the main process. */
export function summarizeJobs(jobs: readonly Job[], hostLink: HostLink): JobsSummary {
  const isFollowed = hostLink !== 'lost';
  const active = jobs.filter(isActiveJob);
  const fractions = active.map(progressFraction);
  const known = fractions.filter((fraction) => fraction !== null);
  return {
    active: active.length,
    unfinished: jobs.filter(({ state }) => ['failed', 'stopped', 'interrupted'].includes(state)).length,
    fraction:
      isFollowed && known.length > 0 && known.length === fractions.length
        ? known.reduce((sum, fraction) => sum + fraction, 0) / known.length
        : null,
    isFollowed,
  };
}

/** The summary as text: `1 running, 2 unfinished`. */
export function describeJobs({ active, unfinished, isFollowed }: JobsSummary): string {
  const parts = [
    ...(active > 0 ? [describeActive({ active, isFollowed })] : []),
    ...(unfinished > 0 ? [texts.summary.unfinished(unfinished)] : []),
  ];
  return parts.length === 0 ? texts.summary.allEnded : parts.join(', ');
}

/** Number of running jobs, as far as that is known. */
function describeActive({ active, isFollowed }: Pick<JobsSummary, 'active' | 'isFollowed'>): string {
  return isFollowed ? texts.summary.running(active) : texts.summary.lastKnownRunning(active);
}
