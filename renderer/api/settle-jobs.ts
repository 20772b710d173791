import type { Job } from '../../shared/jobs/job.ts';

/**
 * The jobs as they were answered, unless events have told newer things of them since they were asked for: `before` is
 * what was known then, `now` what is known when the answer comes.
 */
export function settleJobs(
  before: readonly Job[],
  now: readonly Job[],
  answered: readonly Job[],
): readonly Job[] {
  if (before === now) return answered;
  const had = new Set(before.map(({ id }) => id));
  const known = new Map(now.map((job) => [job.id, job]));
  const told = new Set(answered.map(({ id }) => id));
  const begun = now.filter(({ id }) => !had.has(id) && !told.has(id));
  const standing = answered.flatMap((job) => {
    const newer = known.get(job.id);
    // One that was known and is not any more has been taken off the list meanwhile.
    if (!newer) return had.has(job.id) ? [] : [job];
    return newer.updatedAt > job.updatedAt ? [newer] : [job];
  });
  return [...begun, ...standing];
}
