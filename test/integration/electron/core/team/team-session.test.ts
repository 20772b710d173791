import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ThreadEnded } from '../../../../../electron/core/base/start-thread.ts';
import { CallStopped } from '../../../../../electron/core/base/thread-protocol.ts';
import { pullTeamRecords, syncTeamReviews } from '../../../../../electron/core/team/team.ts';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import { openTeamSession } from '../../../../../electron/core/team/team-session.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import type { TeamFault } from '../../../../builders/faulty-team-worker.ts';
import { buildRecord } from '../../../../builders/record-builder.ts';
import { startStallingProxy } from '../../../../builders/stalling-proxy.ts';
import { createTeam, expectOk, openFilledStore, publish } from '../../../../builders/team-builder.ts';
import { whyNoPostgres } from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined)
  process.stderr.write(`Skipped: announcements and round trips of a verdict, as ${missing}.\n`);

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

describe.skipIf(missing !== undefined)('an announcement', () => {
  test('that comes before the records that are copied is reported, once', async () => {
    const databases = await openTeamDatabases();
    const team = await createTeam(databases);
    const [user, publisher] = [await team.createUser('reviewer'), await team.createUser('publisher')];
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    const proxy = await startStallingProxy(user);
    onTestFinished(() => proxy.stop());
    const connection = proxy.through(user);
    const onVersion = vi.fn();
    const options = { signal, onVersion, onEnd() {} };
    const session = expectOk(await openTeamSession(coreWorkers.team, connection, options));
    onTestFinished(() => session.end());
    const workspace = await openTestWorkspace();
    const pull = async () =>
      expectOk(await pullTeamRecords(session, { connection, workspace }, { signal, onProgress() {} }));
    await pull();
    const copying = proxy.hold('COPY');
    const pulling = pull();
    await eventually(() => expect(copying.isHeld()).toBe(true));
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    await eventually(() => expect(copying.received()).toContain('sightline_version'));
    copying.release();
    await pulling;
    await eventually(() => expect(onVersion).toHaveBeenLastCalledWith(2));
    await pull();
    expect(onVersion.mock.calls.filter(([version]) => version === 2)).toHaveLength(1);
  });
});

describe.skipIf(missing !== undefined)('round trips of a verdict', () => {
  test('from setting it to a colleague who has it are two: its push, and the query that its announcement causes', async () => {
    const databases = await openTeamDatabases();
    const team = await createTeam(databases);
    const [mine, theirs] = [await team.createUser('reviewer'), await team.createUser('reviewer')];
    const store = openFilledStore([buildRecord()]);
    expectOk(await publish(await team.createUser('publisher'), store));
    const announced = vi.fn();
    const join = async (user: TeamConnection, onVersion: () => void) => {
      const proxy = await startStallingProxy(user);
      onTestFinished(() => proxy.stop());
      const connection = proxy.through(user);
      const workspace = await openTestWorkspace();
      const options = { signal, onVersion, onEnd() {} };
      const session = expectOk(await openTeamSession(coreWorkers.team, connection, options));
      onTestFinished(() => session.end());
      expectOk(await pullTeamRecords(session, { connection, workspace }, { signal, onProgress() {} }));
      let atChange = 0;
      const onChanged = ({ changed }: { readonly changed: number }) => {
        if (changed > 0) atChange = proxy.roundTrips();
      };
      const exchange = async () => {
        const exchanging = { signal, pullsLater: true, onChanged };
        expectOk(await syncTeamReviews(session, { connection, workspace }, exchanging));
      };
      await exchange();
      return { workspace, exchange, roundTrips: proxy.roundTrips, atChange: () => atChange };
    };
    const sender = await join(mine, () => {});
    const receiver = await join(theirs, announced);
    announced.mockClear();
    const before = [sender.roundTrips(), receiver.roundTrips()] as const;
    const [detection = 0] = await sender.workspace.matchingIds({});
    const context = { batch: randomUUID(), reviewer: mine.user, at: new Date().toISOString() };
    await sender.workspace.setReviews([detection], { verdict: 'confirmed' }, context);
    await sender.exchange();
    await eventually(() => expect(announced).toHaveBeenCalled());
    await receiver.exchange();
    expect([sender.roundTrips() - before[0], receiver.atChange() - before[1]]).toEqual([1, 1]);
  });
});
