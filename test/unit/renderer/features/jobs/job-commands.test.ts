import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { createJobCommands } from '../../../../../renderer/features/jobs/job-commands.ts';
import { describeInterrupted } from '../../../../../renderer/features/jobs/jobs-tray.tsx';
import type { Job } from '../../../../../shared/jobs/job.ts';

const jobOf = (id: string, state: Job['state'], resumable = true) => ({
  id,
  kind: 'fetch',
  state,
  resumable,
});

function setUp(jobs: readonly unknown[], status: string) {
  const resume = vi.fn(async (id: string) => ({ ok: true, value: id }));
  const openDialog = vi.fn();
  const app = {
    api: { jobs: { resume: { mutate: resume } } },
    stores: {
      ui: createStore(() => ({ openDialog })),
      session: createStore(() => ({ session: { status } })),
      workspace: createStore(() => ({ jobs })),
    },
  } as unknown as App;
  const command = createJobCommands(app).find(({ id }) => id === 'jobs.resume-all');
  return { resume, command, openDialog };
}

it('resumes all that were interrupted and can go on, and nothing else', async () => {
  const { resume, command } = setUp(
    [
      jobOf('a', 'interrupted'),
      jobOf('b', 'cancelled'),
      jobOf('c', 'interrupted', false),
      jobOf('d', 'interrupted'),
      jobOf('e', 'running'),
    ],
    'signed-in',
  );
  expect(command?.enabled?.()).toBe(true);
  await command?.run();
  expect(resume.mock.calls).toEqual([['a'], ['d']]);
});

it('opens the sign-in for what is resumed while signed out, once it waits', async () => {
  const { command, resume, openDialog } = setUp([jobOf('a', 'interrupted')], 'signed-out');
  openDialog.mockImplementation(() => expect(resume).toHaveBeenCalledOnce());
  expect(command?.enabled?.()).toBe(true);
  await command?.run();
  expect(openDialog.mock.calls).toEqual([['sign-in']]);
});

it('reports why there is nothing to resume', () => {
  expect(setUp([jobOf('a', 'cancelled')], 'signed-in').command?.enabled?.()).toBe('No job was interrupted.');
});

it('counts fetches as fetches, and others as jobs', () => {
  expect(describeInterrupted([{ kind: 'fetch' }, { kind: 'fetch' }])).toMatch(/^2 fetches were/);
  expect(describeInterrupted([{ kind: 'fetch' }, { kind: 'chips' }])).toMatch(/^2 jobs were/);
});
