/** Maximum number of detections in a shared queue. */
export const maxSharedQueueLength = 20_000;

/** Time for which a reviewer leases detections, from the last verdicts that were sent on. */
export const leaseMinutes = 10;

/** A queue of detections in the team database that several reviewers review together. Times are UTC, ISO 8601. */
export type SharedQueue = {
  /** UUID. */
  readonly queue: string;
  readonly title: string;
  /** The login of the reviewer who created it. */
  readonly createdBy: string;
  readonly createdAt: string;
  /** Number of its detections, and of those with a verdict. */
  readonly total: number;
  readonly done: number;
  /** Number of the others that a reviewer has leased, and when the last of these leases ends. */
  readonly held: readonly { readonly reviewer: string; readonly items: number; readonly until: string }[];
};

/** The shared queues of the team, the latest first. */
export type SharedQueues = {
  /** Whether the user may review and create queues; others only see them. */
  readonly mayReview: boolean;
  readonly queues: readonly SharedQueue[];
};

/** The lease of the open workspace in a shared queue. */
export type HeldLease = {
  readonly queue: string;
  readonly title: string;
  /** When the lease ends unless verdicts are sent before. */
  readonly until: string;
};

/** The next detections of a shared queue, which a reviewer has leased. */
export type LeasedDetections = {
  readonly title: string;
  /** Ids of detections without a verdict in the team, in the order of the queue; empty when none was free. */
  readonly ids: readonly number[];
  /** Detections that would have been next but are not in this workspace. */
  readonly missing: number;
  /** The state of the queue afterwards. */
  readonly queue: SharedQueue;
};

/** Counts the detections of a shared queue that have no verdict and are not leased. */
export function countFreeItems({ total, done, held }: SharedQueue): number {
  return total - done - held.reduce((sum, { items }) => sum + items, 0);
}
