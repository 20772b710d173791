import type { Job } from '../../shared/jobs/job.ts';
import type { Failure, Result } from '../../shared/result.ts';
import type { App } from './app-context.tsx';

/**
 * Starts a job and shows it: a fetch in the results panel, all others in the tray of jobs. Returns the failure; null when it started, or when the user cancelled the file dialog.
 */
export async function startJob(
  { stores }: Pick<App, 'stores'>,
  start: () => Promise<Result<Job | null>>,
): Promise<Failure | null> {
  const started = await start();
  if (!started.ok) return started.failure;
  const job = started.value;
  if (job) {
    stores.workspace.getState().addJob(job);
    // The results panel shows fetches.
    if (job.kind !== 'fetch') stores.ui.getState().setJobsOpen(true);
  }
  return null;
}
