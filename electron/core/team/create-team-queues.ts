import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { maxSharedQueueLength, type SharedQueues } from '../../../shared/review/shared-queue.ts';
import { type GetWorkspace, getOpenWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { createSharedQueue, deleteSharedQueue, listSharedQueues } from './team.ts';
import type { TeamConnection } from './team-connection.ts';
import type { CreatedQueue } from './team-protocol.ts';

export type TeamQueuesDeps = {
  readonly workerUrl: URL;
  readonly workspace: GetWorkspace;
  readonly connect: () => Promise<Result<TeamConnection>>;
  readonly publishChange: () => void;
};

/** The queues of the team that several reviewers review together. Without a connection they fail with its reason. */
export function createTeamQueues({
  workerUrl,
  workspace: getWorkspace,
  connect,
  publishChange,
}: TeamQueuesDeps) {
  return {
    /** The shared queues, the latest first. */
    async queues(): Promise<Result<SharedQueues>> {
      const connection = await connect();
      return connection.ok ? listSharedQueues(workerUrl, connection.value) : connection;
    },
    /**
     * Creates a shared queue of the detections without a verdict that match the filter, image by image. Fails with
     * `invalid-input` when there are none or too many, or when none of their records is published.
     */
    async createQueue({
      title,
      filter,
    }: {
      readonly title: string;
      readonly filter: DetectionFilter;
    }): Promise<Result<CreatedQueue>> {
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
    /** Deletes a shared queue that the user has created. Fails with `not-found`. */
    async deleteQueue(queue: string): Promise<Result<null>> {
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
