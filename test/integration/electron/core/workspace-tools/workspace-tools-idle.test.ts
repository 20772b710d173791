import { expect, it, onTestFinished } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createJobRunner, type JobHandle, newJob } from '../../../../../electron/core/jobs/job-runner.ts';
import type { AccountWorkspace } from '../../../../../electron/core/session/account-workspace.ts';
import { createWorkspaceTools } from '../../../../../electron/core/workspace-tools/create-workspace-tools.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { buildProfile } from '../../../../builders/service-access.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const runUntilStopped = ({ signal }: JobHandle) =>
  new Promise<object>((resolve) => signal.addEventListener('abort', () => resolve({})));

const profile = buildProfile('https://service.example.org');

/** Tools of an open workspace whose exchanges wait for `switched`; counts how often it is frozen. */
async function openTools(switched: Promise<void>) {
  const workspace = await openTestWorkspace();
  const events = createEvents();
  const jobs = createJobRunner({ events, onProblem: () => {} });
  onTestFinished(() => jobs.stopAll());
  let freezes = 0;
  const account: Pick<AccountWorkspace, 'current' | 'account' | 'status' | 'freeze'> = {
    current: () => workspace,
    account: () => ({ profile, username: 'anna' }),
    status: () => ({ workspace: 'open' }),
    async freeze() {
      freezes += 1;
      return () => {};
    },
  };
  const tools = createWorkspaceTools({
    folder: await makeTempFolder(),
    account: account as AccountWorkspace,
    session: {
      async replaceWorkspace(change) {
        await switched;
        const status = await change();
        return { ...status, profile, status: 'signed-in', tokenStorage: 'memory', connection: 'online' };
      },
      setWorkspaceStatus: () => {},
    },
    jobs,
    events,
    runTool: () => Promise.reject(new Error('No tool runs here.')),
    onProblem: () => {},
  });
  return { tools, jobs, freezes: () => freezes };
}

it.each(['compact', 'rebuild'] as const)('a fetch that starts before the freeze ends a %s', async (tool) => {
  const switched = Promise.withResolvers<void>();
  const { tools, jobs, freezes } = await openTools(switched.promise);
  const started = tool === 'compact' ? await tools.compact() : await tools.rebuild(null);
  if (!started.ok) throw new Error(started.failure.message);
  await jobs.start({ job: newJob({ kind: 'fetch', title: 'A fetch' }), run: runUntilStopped });
  switched.resolve();
  await eventually(() =>
    expect(jobs.get(started.value.id)).toMatchObject({
      state: 'failed',
      failure: { code: 'conflict', message: expect.stringContaining('“A fetch”') },
    }),
  );
  expect(freezes()).toBe(0);
});

it('of two at the same moment, one is refused and does not end the other', async () => {
  const { tools, jobs, freezes } = await openTools(Promise.resolve());
  const both = await Promise.all([tools.compact(), tools.rebuild(null)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both).toContainEqual({
    ok: false,
    failure: { code: 'conflict', message: expect.stringContaining('The workspace is busy') },
  });
  // It ends because no tool runs here, not because of the other.
  await eventually(() => expect(jobs.list()).toMatchObject([{ state: 'failed' }]));
  expect(freezes()).toBe(1);
});
