import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import type { Failure } from '../../../shared/result.ts';
import { callApi } from '../../api/call-api.ts';
import type { App } from '../../context/app-context.tsx';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure } from '../../ui/notify.tsx';

/** Whether a job was running when Sightline or its workspace was closed, and can be resumed. */
export function isInterrupted({ state, resumable }: Pick<Job, 'state' | 'resumable'>): boolean {
  return state === 'interrupted' && resumable;
}

/** The commands about all jobs, and about prefetching chips. */
export function createJobCommands(app: Pick<App, 'api' | 'queryClient' | 'stores'>): readonly Command[] {
  const { session, ui, workspace } = app.stores;
  const ended = () => workspace.getState().jobs.filter((job) => !isActiveJob(job));
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
      id: 'jobs.show',
      title: 'Show or hide the jobs',
      group: 'View',
      hotkey: 'shift+J',
      enabled: () => workspace.getState().jobs.length > 0 || 'There are no jobs.',
      run() {
        const isOpen = ui.getState().jobsOpen;
        ui.getState().setJobsOpen(!isOpen);
        focusRegion(isOpen ? 'jobs-button' : 'jobs');
      },
    },
    {
      id: 'jobs.clear',
      title: 'Clear ended jobs',
      group: 'Results',
      enabled: () => ended().length > 0 || 'No job has ended.',
      run: () => dismissAll(app, ended()),
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

async function resumeAll({ api }: Pick<App, 'api'>, jobs: readonly Job[]): Promise<void> {
  notifyFirstFailure(
    await Promise.all(jobs.map(({ id }) => callApi(() => api.jobs.resume.mutate(id)))),
    'resumed',
  );
}

async function dismissAll({ api }: Pick<App, 'api'>, jobs: readonly Job[]): Promise<void> {
  notifyFirstFailure(
    await Promise.all(jobs.map(({ id }) => callApi(() => api.jobs.dismiss.mutate(id)))),
    'removed from the list',
  );
}

function notifyFirstFailure(
  outcomes: readonly { readonly ok: boolean; readonly failure?: Failure }[],
  done: string,
): void {
  const failures = outcomes.flatMap(({ failure }) => (failure ? [failure] : []));
  const [first] = failures;
  if (!first) return;
  notifyFailure(
    first,
    failures.length === 1 ? `A job was not ${done}.` : `${failures.length} jobs were not ${done}.`,
  );
}
