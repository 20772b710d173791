import { z } from 'zod';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { leaseMinutes, maxSharedQueueLength } from '../../../shared/review/shared-queue.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { TeamQueues } from './app-team.ts';
import {
  createSharedQueue,
  deleteSharedQueue,
  leaseQueueItems,
  listSharedQueues,
  releaseQueueItems,
} from './team.ts';
import type { TeamConnection } from './team-connection.ts';

type TeamQueuesDeps = {
  readonly workerUrl: URL;
  readonly workspace: GetWorkspace;
  readonly connect: () => Promise<Result<TeamConnection>>;
  /** Exchanges records and reviews, after the exchanges that are waiting. */
  readonly exchange: (connection: TeamConnection, workspace: Workspace) => Promise<Result<unknown>>;
  readonly publishChange: () => void;
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

/** Creates the shared queues of the app's team. */
export function createTeamQueues(deps: TeamQueuesDeps): TeamQueues {
  const { workerUrl, workspace: getWorkspace, connect, exchange, publishChange } = deps;

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

  return {
    async queues() {
      const connection = await connect();
      return connection.ok ? listSharedQueues(workerUrl, connection.value) : connection;
    },
    async createQueue({ title, filter }) {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const connection = await connect();
      if (!connection.ok) return connection;
      const chosen = await chooseDetections(opened.value, filter);
      if (!chosen.ok) return chosen;
      const created = await createSharedQueue(workerUrl, {
        ...{ connection: connection.value, workspacePath: opened.value.path, title },
        ...chosen.value,
      });
      if (created.ok) publishChange();
      return created;
    },
    async leaseNextDetections(queue) {
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
      if (!state) return fail('not-found', 'The shared queue no longer exists.');
      return succeed({ title: state.title, ids, missing, queue: state });
    },
    async leaveQueue() {
      const opened = getWritableWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const lease = await readLease(opened.value);
      if (!lease) return succeed(null);
      await saveLease(opened.value, undefined);
      const connection = await connect();
      const released = connection.ok
        ? await sendAndRelease(connection.value, opened.value, lease)
        : connection;
      publishChange();
      return released;
    },
    async deleteQueue(queue) {
      const connection = await connect();
      if (!connection.ok) return connection;
      const deleted = await deleteSharedQueue(workerUrl, { connection: connection.value, queue });
      if (deleted.ok) publishChange();
      return deleted;
    },
  };
}

/** Returns the detections without a verdict that match a filter, image by image, and their number in each image. */
async function chooseDetections(
  workspace: Workspace,
  filter: DetectionFilter,
): Promise<Result<{ readonly ids: readonly number[]; readonly passCounts: readonly number[] }>> {
  const unreviewed: DetectionFilter = {
    ...filter,
    verdicts: (filter.verdicts ?? ['unreviewed']).filter((state) => state === 'unreviewed'),
  };
  const ids = await workspace.reviewQueue(unreviewed, 'pass');
  if (ids.length === 0) {
    return fail('invalid-input', 'No detection that the filter shows is without a verdict.');
  }
  if (ids.length > maxSharedQueueLength) {
    return fail(
      'invalid-input',
      `A shared queue has at most ${formatCount(maxSharedQueueLength)} detections; the filter shows ${formatQuantity(ids.length, 'detection')} without a verdict.`,
    );
  }
  const passes = await workspace.queuePasses(unreviewed);
  return succeed({ ids: [...ids], passCounts: passes.map(({ count }) => count) });
}
