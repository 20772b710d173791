import type { Job } from '../../../shared/jobs/job.ts';
import { callApi } from '../../api/call-api.ts';
import type { App } from '../../context/app-context.tsx';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import { notifyFailure } from '../../ui/notify.tsx';

/** Whether a job was running when Sightline or its workspace was closed, and can be resumed. */
export function isInterrupted({ state, resumable }: Pick<Job, 'state' | 'resumable'>): boolean {
  return state === 'interrupted' && resumable;
}

/** The commands about all jobs, and about prefetching chips. */
export function createJobCommands(app: Pick<App, 'api' | 'queryClient' | 'stores'>): readonly Command[] {
  const { session, ui, workspace } = app.stores;
  const interrupted = () => workspace.getState().jobs.filter(isInterrupted);
  return [
    {
      id: 'jobs.resume-all',
      title: 'Resume all interrupted jobs',
      group: 'Results',
      enabled() {
        if (interrupted().length === 0) return 'No job was interrupted.';
        return session.getState().session?.status === 'signed-in' || 'Sign in first.';
      },
      run: () => resumeAll(app, interrupted()),
    },
    {
      id: 'results.fetch-chips',
      title: 'Prefetch chips',
      group: 'Results',
      enabled() {
        return checkHasDetections(app);
      },
      run: () => ui.getState().openDialog('fetch-chips'),
    },
  ];
}

/** Resumes all jobs and reports the first failure. */
async function resumeAll({ api }: Pick<App, 'api'>, jobs: readonly Job[]): Promise<void> {
  const outcomes = await Promise.all(jobs.map(({ id }) => callApi(() => api.jobs.resume.mutate(id))));
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  const [first] = failures;
  if (first) {
    notifyFailure(
      first,
      failures.length === 1 ? 'A job was not resumed.' : `${failures.length} jobs were not resumed.`,
    );
  }
}
