import type { Job } from '../../shared/jobs/job.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure } from '../app/notify.tsx';
import type { Command } from './command.ts';

/** Whether a job was under way when Sightline, or the workspace it belongs to, was closed, and can go on. */
export function isInterrupted({ state, resumable }: Pick<Job, 'state' | 'resumable'>): boolean {
  return state === 'interrupted' && resumable;
}

/** What concerns the jobs as a whole. */
export function createJobCommands(app: Pick<App, 'api' | 'stores'>): readonly Command[] {
  const { session, workspace } = app.stores;
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
  ];
}

/** Resumes each; the first that cannot be is told, and the others go on. */
async function resumeAll({ api }: Pick<App, 'api'>, jobs: readonly Job[]): Promise<void> {
  const outcomes = await Promise.all(jobs.map(({ id }) => ask(() => api.jobs.resume.mutate(id))));
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  const [first] = failures;
  if (first) {
    notifyFailure(
      first,
      failures.length === 1 ? 'A job was not resumed.' : `${failures.length} jobs were not resumed.`,
    );
  }
}
