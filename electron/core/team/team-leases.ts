import { z } from 'zod';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { type LeasedDetections, leaseMinutes } from '../../../shared/review/shared-queue.ts';
import { getWritableWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { TeamQueuesDeps } from './create-team-queues.ts';
import { leaseQueueItems, listSharedQueues, releaseQueueItems } from './team.ts';
import type { TeamConnection } from './team-connection.ts';

type TeamLeasesDeps = TeamQueuesDeps & {
  /** Exchanges records and reviews, after the exchanges that are waiting. */
  readonly exchange: (
    connection: TeamConnection,
    workspace: Workspace,
    signal: AbortSignal,
  ) => Promise<Result<unknown>>;
};

const leaseSetting = 'teamLease';
const leaseSchema = z.object({
  queue: z.string(),
  title: z.string(),
  token: z.string(),
  /** UTC, ISO 8601. */
  until: z.string(),
  /** Earlier leases in this queue that may still have detections, which were skipped. */
  earlier: z.array(z.object({ token: z.string(), until: z.string() })).default([]),
});
type SavedLease = z.infer<typeof leaseSchema>;

/** Returns the lease of the workspace in a shared queue, which may have ended; undefined without one. */
export async function readLease(workspace: Workspace): Promise<SavedLease | undefined> {
  const stored = await workspace.getSetting(leaseSetting);
  return stored ? leaseSchema.parse(JSON.parse(stored)) : undefined;
}

/** Saves the lease of the workspace; undefined removes it. */
export async function saveLease(workspace: Workspace, lease: SavedLease | undefined): Promise<void> {
  await workspace.saveSetting(leaseSetting, lease ? JSON.stringify(lease) : '');
}

/** The earlier leases of a lease in the same queue, without those that had ended when it began. */
function earlierLeases(former: SavedLease | undefined, next: { readonly until: string }) {
  if (!former) return [];
  const beganAt = Date.parse(next.until) - leaseMinutes * 60_000;
  return [...former.earlier, { token: former.token, until: former.until }].filter(
    ({ until }) => Date.parse(until) > beganAt,
  );
}

/** The leases of the open workspace in shared queues. Without a connection they fail with its reason. */
export function createTeamLeases(deps: TeamLeasesDeps) {
  const { workerUrl, workspace: getWorkspace, connect, publishChange } = deps;
  let stopping = new AbortController();
  /** Calls that write to the workspace. */
  const writing = new Set<Promise<unknown>>();
  const trackWrites = <T>(call: Promise<T>): Promise<T> => {
    writing.add(call);
    return call.finally(() => writing.delete(call));
  };
  const exchange = (connection: TeamConnection, workspace: Workspace) =>
    deps.exchange(connection, workspace, stopping.signal);

  /** Ends a lease and the earlier ones in its queue. */
  const release = (connection: TeamConnection, { queue, token, earlier }: SavedLease) =>
    releaseQueueItems(workerUrl, {
      ...{ connection, queue },
      tokens: [...earlier.map((lease) => lease.token), token],
    });

  /** Sends verdicts before it ends the lease, so that no one else is given a detection that has one. */
  const sendAndRelease = async (
    connection: TeamConnection,
    workspace: Workspace,
    lease: SavedLease,
  ): Promise<Result<null>> => {
    const exchanged = await exchange(connection, workspace);
    return exchanged.ok ? release(connection, lease) : exchanged;
  };

  const leaseNext = async (queue: string): Promise<Result<LeasedDetections>> => {
    const opened = getWritableWorkspace(getWorkspace);
    if (!opened.ok) return opened;
    const workspace = opened.value;
    const connection = await connect();
    if (!connection.ok) return connection;
    // Unsent verdicts count as missing in the queue, and this workspace may not have all of its records.
    const exchanged = await exchange(connection.value, workspace);
    if (!exchanged.ok) return exchanged;
    const former = await readLease(workspace);
    if (former && former.queue !== queue) {
      await saveLease(workspace, undefined);
      const released = await release(connection.value, former);
      if (!released.ok) return released;
    }
    const leased = await leaseQueueItems(workerUrl, {
      ...{ connection: connection.value, workspacePath: workspace.path, queue },
    });
    if (!leased.ok) return leased;
    const { lease, ids, missing } = leased.value;
    if (lease) {
      // Before anything else can fail, so that the workspace can end it.
      const sameQueue = former?.queue === queue ? former : undefined;
      await saveLease(workspace, { ...lease, earlier: earlierLeases(sameQueue, lease) });
    }
    publishChange();
    const listed = await listSharedQueues(workerUrl, connection.value);
    if (!listed.ok) return listed;
    const state = listed.value.queues.find((each) => each.queue === queue);
    if (!state) return fail('not-found', 'The shared queue does not exist.');
    return succeed({ title: state.title, ids, missing, queue: state });
  };

  const leave = async (): Promise<Result<null>> => {
    const opened = getWritableWorkspace(getWorkspace);
    if (!opened.ok) return opened;
    const lease = await readLease(opened.value);
    if (!lease) return succeed(null);
    await saveLease(opened.value, undefined);
    const connection = await connect();
    const released = connection.ok ? await sendAndRelease(connection.value, opened.value, lease) : connection;
    publishChange();
    return released;
  };

  return {
    /**
     * Exchanges with the team, then leases the next detections of a shared queue for this workspace, whose lease in
     * another queue ends. Fails with `not-found` when the queue was deleted.
     */
    leaseNextDetections: (queue: string) => trackWrites(leaseNext(queue)),
    /**
     * Exchanges with the team, then ends the lease of the workspace, if it has one. When the team database cannot be
     * reached, the lease ends at its time, and the call fails.
     */
    leaveQueue: () => trackWrites(leave()),
    /** Aborts the exchanges of the calls, and resolves when none of them writes to the workspace. */
    async stop(): Promise<void> {
      stopping.abort();
      stopping = new AbortController();
      await Promise.allSettled(writing);
    },
  };
}
