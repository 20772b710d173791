import type { Job } from '../../shared/jobs/job.ts';
import type { Failure, Result } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';

/**
 * Starts a job and shows it. Undefined when it began, or when the user chose no place for what it would have written;
 * else why it did not begin.
 */
export async function startJob(
  { stores }: Pick<App, 'stores'>,
  start: () => Promise<Result<Job | null>>,
): Promise<Failure | undefined> {
  const started = await ask(start);
  if (!started.ok) return started.failure;
  const job = started.value;
  if (job) {
    // The event may have come first.
    stores.workspace.setState(({ jobs }) =>
      jobs.some(({ id }) => id === job.id) ? {} : { jobs: [job, ...jobs] },
    );
  }
  return undefined;
}
