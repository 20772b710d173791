import { isActive } from '../../shared/jobs/job.ts';
import { fail, succeed } from '../../shared/result.ts';
import { written } from './in-workspace.ts';
import type { JobRegistry } from './job-registry.ts';
import type { Jobs } from './jobs.ts';

/** The jobs as the API offers them: each call goes to whoever carries the job out. */
export function createJobs(registry: JobRegistry): Jobs {
  return {
    list: registry.list,
    async cancel(id) {
      const job = registry.get(id);
      if (!job) return noSuchJob(id);
      if (isActive(job)) await registry.control(id)?.cancel();
      return succeed(registry.get(id) ?? job);
    },
    async resume(id) {
      const job = registry.get(id);
      if (!job) return noSuchJob(id);
      const resume = registry.control(id)?.resume;
      if (isActive(job)) return fail('conflict', `“${job.title}” is already running.`);
      if (!job.resumable || !resume) {
        return fail('conflict', `“${job.title}” cannot be resumed. Start it again instead.`);
      }
      return resume();
    },
    async dismiss(id) {
      const job = registry.get(id);
      if (!job) return noSuchJob(id);
      if (isActive(job)) return fail('conflict', `“${job.title}” is still running. Cancel it first.`);
      const forgotten = await written(registry.control(id)?.dismiss?.() ?? Promise.resolve());
      if (!forgotten.ok) return forgotten;
      registry.remove(id);
      return succeed(undefined);
    },
  };
}

function noSuchJob(id: string) {
  return fail(
    'not-found',
    `There is no job ${id} in the open workspace. It may have been taken off the list.`,
  );
}
