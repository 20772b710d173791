import { expect, onTestFinished, test, vi } from 'vitest';
import { ThreadEnded } from '../../../../../electron/core/base/start-thread.ts';
import { CallStopped } from '../../../../../electron/core/base/thread-protocol.ts';
import { pullTeamRecords } from '../../../../../electron/core/team/team.ts';
import { openTeamSession } from '../../../../../electron/core/team/team-session.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import type { TeamFault } from '../../../../builders/faulty-team-worker.ts';
import { expectOk } from '../../../../builders/team-builder.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const faultyWorker = new URL('../../../../builders/faulty-team-worker.ts', import.meta.url);
/** Nothing in these tests aborts. */
const { signal } = new AbortController();

const place = { host: '/tmp/no-such-folder', port: 5432, user: 'nobody' };

/** A session whose pulls have this fault. */
async function openFaulty(fault: TeamFault) {
  const connection = { ...place, database: fault };
  const onEnd = vi.fn();
  const options = { signal, onVersion() {}, onEnd };
  const session = expectOk(await openTeamSession(faultyWorker, connection, options));
  onTestFinished(() => session.end());
  const workspace = await openTestWorkspace();
  return {
    ...{ session, workspace, onEnd },
    pull: (into: Workspace = workspace) =>
      pullTeamRecords(session, { connection, workspace: into }, { signal, onProgress() {} }),
    isOpen: () => session.isOpenTo(connection),
  };
}

test('names why it cannot be opened, and reports no end of a connection that was never open', async () => {
  const onEnd = vi.fn();
  const options = { signal, onVersion() {}, onEnd };
  const opened = await openTeamSession(coreWorkers.team, { ...place, database: 'nothing' }, options);
  expect(opened).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
  expect(onEnd).not.toHaveBeenCalled();
});

test('lets a call name why the connection was lost, and refuses later ones as unreachable', async () => {
  const { pull, isOpen, onEnd } = await openFaulty('loses');
  expect(await pull()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
  expect(isOpen()).toBe(false);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(await pull()).toMatchObject({
    failure: { code: 'unreachable', message: expect.stringContaining('ended') },
  });
});

test('is no longer open when its thread has crashed', async () => {
  const { pull, isOpen, onEnd } = await openFaulty('crashes');
  await expect(pull()).rejects.toThrow(ThreadEnded);
  await eventually(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(isOpen()).toBe(false);
});

test('ends a call only when what it received is written', async () => {
  const { session, workspace, pull } = await openFaulty('sends');
  const written = Promise.withResolvers<void>();
  const writing = Promise.withResolvers<void>();
  const order: string[] = [];
  const slow: Workspace = {
    ...workspace,
    async saveSetting() {
      writing.resolve();
      await written.promise;
      order.push('written');
    },
  };
  const stopped = expect(pull(slow).finally(() => order.push('ended'))).rejects.toThrow(CallStopped);
  await writing.promise;
  const ended = session.end();
  setImmediate(written.resolve);
  await Promise.all([stopped, ended]);
  expect(order).toEqual(['written', 'ended']);
});
