import { expect, it, onTestFinished } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createJobRunner } from '../../../../../electron/core/jobs/create-job-runner.ts';
import { type JobHandle, newJob } from '../../../../../electron/core/jobs/job-runner.ts';
import type { AccountWorkspace } from '../../../../../electron/core/session/account-workspace.ts';
import { createWorkspaceTools } from '../../../../../electron/core/workspace-tools/create-workspace-tools.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { buildProfile } from '../../../../builders/service-access.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const runUntilStopped = ({ signal }: JobHandle) =>
  new Promise<object>((resolve) => signal.addEventListener('abort', () => resolve({})));

it.each(['compact', 'rebuild'] as const)('a fetch that starts before the freeze ends a %s', async (tool) => {
  const workspace = await openTestWorkspace();
  const events = createEvents();
  const jobs = createJobRunner({ events, onProblem: () => {} });
  onTestFinished(() => jobs.stopAll());
  let freezes = 0;
  const account: Pick<AccountWorkspace, 'current' | 'account' | 'status' | 'freeze'> = {
    current: () => workspace,
    account: () => ({ profile: buildProfile('https://service.example.org'), username: 'anna' }),
    status: () => ({ workspace: 'open' }),
    async freeze() {
      freezes += 1;
      return () => {};
    },
  };
  const switched = Promise.withResolvers<void>();
  const tools = createWorkspaceTools({
    folder: await makeTempFolder(),
    account: account as AccountWorkspace,
    session: {
      async replaceWorkspace(change) {
        await switched.promise;
        const status = await change();
        return {
          ...status,
          profile: buildProfile('https://service.example.org'),
          status: 'signed-in',
          tokenStorage: 'memory',
          connection: 'online',
        };
      },
      setWorkspaceStatus: () => {},
    },
    jobs,
    events,
    runTool: () => Promise.reject(new Error('No tool runs here.')),
  });
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
  expect(freezes).toBe(0);
});
