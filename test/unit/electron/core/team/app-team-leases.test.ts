import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { firstSettings } from '../../../../../electron/core/settings/settings.ts';
import { createAppTeam } from '../../../../../electron/core/team/create-app-team.ts';
import * as team from '../../../../../electron/core/team/team.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { fail, succeed } from '../../../../../shared/result.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';

const leaseQueueItems = vi.spyOn(team, 'leaseQueueItems');
const listSharedQueues = vi.spyOn(team, 'listSharedQueues');
const pullTeamRecords = vi.spyOn(team, 'pullTeamRecords');
const releaseQueueItems = vi.spyOn(team, 'releaseQueueItems');
const syncTeamReviews = vi.spyOn(team, 'syncTeamReviews');
afterAll(() => vi.restoreAllMocks());

const until = '2026-11-22T09:00:00.000Z';
const [strait, harbor] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

/** A team whose calls to the team database are recorded in their order. */
function build() {
  const calls: string[] = [];
  pullTeamRecords.mockResolvedValue(
    succeed({
      added: 0,
      changed: 0,
      unchanged: 0,
      older: 0,
      withFewerFields: 0,
      problems: 0,
      setAside: [],
      startedAnew: false,
    }),
  );
  const onSync = vi.fn(async () => {});
  syncTeamReviews.mockImplementation(async (_url, _connection, { lease }) => {
    calls.push(lease ? `send, extend ${lease.token}` : 'send');
    await onSync();
    return succeed({
      ...{ teamId: '', startedAnew: false, pushed: 1, disputed: 0, received: 1, mayPush: true },
      isComplete: true,
      setAside: [],
      corrections: 0,
      decisions: 0,
      places: 0,
      leasedUntil: lease && until,
    });
  });
  let tokens = 0;
  leaseQueueItems.mockImplementation(async (_url, { queue }) => {
    tokens += 1;
    calls.push(`lease ${tokens}`);
    return succeed({ lease: { queue, token: `${tokens}`, title: 'Title', until }, ids: [1], missing: 0 });
  });
  releaseQueueItems.mockImplementation(async (_url, { tokens }) => {
    calls.push(`release ${tokens.join(' and ')}`);
    return succeed(null);
  });
  listSharedQueues.mockResolvedValue(
    succeed({
      mayReview: true,
      queues: [strait, harbor].map((queue) => ({
        ...{ queue, title: 'Title', createdBy: 'anna', createdAt: until, total: 1, done: 0, held: [] },
      })),
    }),
  );
  const settings = new Map<string, string>();
  const workspace = {
    path: '/workspace.gpkg',
    getSetting: async (key: string) => settings.get(key),
    saveSetting: async (key: string, value: string) => void settings.set(key, value),
  } as unknown as Workspace;
  const team = createAppTeam({
    settings: {
      current: () => ({
        ...firstSettings,
        team: { host: '/tmp', address: '', port: 5432, database: 'team', user: 'anna', authority: null },
      }),
      change: async () => fail('disk', 'Not written.'),
    },
    keychain: createMemoryKeychain(),
    folder: '/tmp',
    writeItems: vi.fn(),
    receiveItems: vi.fn(),
    temporaryFolder: '/tmp',
    workerUrl: new URL('file:///team-worker.js'),
    workspace: () => workspace,
    jobs: { start: vi.fn() },
    events: createEvents(),
    onProblem: vi.fn(),
  });
  const savedToken = () => /"token":"(\d+)"/.exec(settings.get('teamLease') ?? '')?.[1];
  return { team, calls, onSync, savedToken };
}

describe('the lease of a workspace', () => {
  beforeEach(() => vi.clearAllMocks());

  it('ends when detections of another shared queue are leased', async () => {
    const { team, calls, savedToken } = build();
    await team.leaseNextDetections(strait);
    await team.leaseNextDetections(strait);
    await team.leaseNextDetections(harbor);
    expect(calls).toEqual([
      ...['send', 'lease 1', 'send, extend 1', 'lease 2', 'send, extend 2', 'release 1 and 2', 'lease 3'],
    ]);
    expect(savedToken()).toBe('3');
    await team.close();
  });

  it('ends after its verdicts were sent', async () => {
    const { team, calls, savedToken } = build();
    await team.leaseNextDetections(strait);
    await team.leaveQueue();
    expect(calls).toEqual(['send', 'lease 1', 'send', 'release 1']);
    expect(savedToken()).toBeUndefined();
    await team.close();
  });

  it('ends with the earlier ones of its queue that have not ended', async () => {
    const { team, calls } = build();
    for (const [token, end] of [
      ['1', '2026-11-22T09:10:00.000Z'],
      ['2', '2026-11-22T09:15:00.000Z'],
      // It begins when the first one ends.
      ['3', '2026-11-22T09:20:00.000Z'],
    ] as const) {
      syncTeamReviews.mockResolvedValueOnce(
        succeed({
          ...{ teamId: '', startedAnew: false, pushed: 0, disputed: 0, received: 0, mayPush: true },
          isComplete: true,
          setAside: [],
          corrections: 0,
          decisions: 0,
          places: 0,
        }),
      );
      leaseQueueItems.mockResolvedValueOnce(
        succeed({ lease: { queue: strait, token, title: 'Title', until: end }, ids: [1], missing: 0 }),
      );
      await team.leaseNextDetections(strait);
    }
    await team.leaveQueue();
    expect(calls).toEqual(['send', 'release 2 and 3']);
    await team.close();
  });

  it('does not come back by an exchange that was under way when it ended', async () => {
    const { team, onSync, savedToken } = build();
    await team.leaseNextDetections(strait);
    let leaving: Promise<unknown> | undefined;
    onSync.mockImplementationOnce(async () => {
      leaving = team.leaveQueue();
      await eventually(() => expect(savedToken()).toBeUndefined());
      leaseQueueItems.mockResolvedValueOnce(succeed({ lease: null, ids: [], missing: 0 }));
    });
    await team.leaseNextDetections(strait);
    await leaving;
    expect(savedToken()).toBeUndefined();
    await team.close();
  });
});
