import { notificationsStore } from '@mantine/notifications';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import type { Failure } from '../../../shared/result.ts';
import type { App } from '../../context/app-context.tsx';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import { areNotificationsInTray } from '../../stores/panel-layout.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Whether a job was running when Sightline or its workspace was closed, and can be resumed. */
export function isInterrupted({ state, resumable }: Pick<Job, 'state' | 'resumable'>): boolean {
  return state === 'interrupted' && resumable;
}

/** The commands about all jobs, and about prefetching chips. */
export function createJobCommands(
  app: Pick<App, 'api' | 'queries' | 'queryClient' | 'stores'>,
): readonly Command[] {
  const { ui, workspace } = app.stores;
  const ended = () => workspace.getState().jobs.filter((job) => !isActiveJob(job));
  const interrupted = () => workspace.getState().jobs.filter(isInterrupted);
  return [
    {
      id: 'jobs.resume-all',
      title: texts.commands.resumeAll,
      group: 'Results',
      enabled: () => interrupted().length > 0 || texts.commands.noneInterrupted,
      async run() {
        await resumeAll(app, interrupted());
        signInFor(app);
      },
    },
    {
      id: 'jobs.show',
      title: texts.commands.show,
      group: 'View',
      hotkey: 'shift+J',
      enabled: () =>
        workspace.getState().jobs.length > 0 ||
        (areNotificationsInTray(ui.getState().windowSize) &&
          notificationsStore.getState().notifications.length > 0) ||
        texts.commands.noJobs,
      run() {
        const isOpen = ui.getState().jobsOpen;
        ui.getState().setJobsOpen(!isOpen);
        focusRegion(isOpen ? 'jobs-button' : 'jobs');
      },
    },
    {
      id: 'jobs.clear',
      title: texts.commands.clear,
      group: 'Results',
      enabled: () => ended().length > 0 || texts.commands.noneEnded,
      run: () => dismissAll(app, ended()),
    },
    {
      id: 'results.fetch-chips',
      title: texts.commands.prefetchChips,
      group: 'Results',
      enabled() {
        return checkHasDetections(app);
      },
      run: () => ui.getState().openDialog('fetch-chips'),
    },
  ];
}

/** Opens the sign-in unless someone is signed in: resumed jobs wait for it. */
export function signInFor({ stores: { session, ui } }: Pick<App, 'stores'>): void {
  if (session.getState().session?.status !== 'signed-in') ui.getState().openDialog('sign-in');
}

async function resumeAll({ api }: Pick<App, 'api'>, jobs: readonly Job[]): Promise<void> {
  notifyFirstFailure(
    await Promise.all(jobs.map(({ id }) => api.jobs.resume.mutate(id))),
    texts.commands.severalNotResumed,
  );
}

async function dismissAll({ api }: Pick<App, 'api'>, jobs: readonly Job[]): Promise<void> {
  notifyFirstFailure(
    await Promise.all(jobs.map(({ id }) => api.jobs.dismiss.mutate(id))),
    texts.commands.severalNotRemoved,
  );
}

function notifyFirstFailure(
  outcomes: readonly { readonly ok: boolean; readonly failure?: Failure }[],
  describe: (jobs: number) => string,
): void {
  const failures = outcomes.flatMap(({ failure }) => (failure ? [failure] : []));
  const [first] = failures;
  if (!first) return;
  notifyFailure(first, describe(failures.length));
}
