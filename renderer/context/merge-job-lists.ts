import type { Job } from '../../shared/jobs/job.ts';

/**
 * Merges a fetched job list with events that arrived during the request: `before` is the list at the time of the
 * request, `now` the list when the response arrives.
 */
export function mergeJobLists(
  before: readonly Job[],
  now: readonly Job[],
  fetched: readonly Job[],
): readonly Job[] {
  if (before === now) return fetched;
  const idsBefore = new Set(before.map(({ id }) => id));
  const known = new Map(now.map((job) => [job.id, job]));
  const fetchedIds = new Set(fetched.map(({ id }) => id));
  const started = now.filter(({ id }) => !idsBefore.has(id) && !fetchedIds.has(id));
  const current = fetched.flatMap((job) => {
    const newer = known.get(job.id);
    // A job that has disappeared in the meantime was removed from the list.
    if (!newer) return idsBefore.has(job.id) ? [] : [job];
    return newer.updatedAt > job.updatedAt ? [newer] : [job];
  });
  return [...started, ...current];
}
