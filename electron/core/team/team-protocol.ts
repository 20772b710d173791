import type { MessagePort } from 'node:worker_threads';
import type { JournalKind } from '../../../shared/carried-words.ts';
import type { Result } from '../../../shared/result.ts';
import type { SharedQueues } from '../../../shared/review/shared-queue.ts';
import type { TeamTest } from '../../../shared/settings/team.ts';
import type { ImportableRecord } from '../workspace/open/import-records.ts';
import type { JournalCursor, TeamCursor } from '../workspace/tables/team-cursors.ts';
import type { TeamReviewChange } from '../workspace/tables/team-reviews.ts';
import type { TeamConnection } from './team-connection.ts';

/** The methods of the team's thread. */
export type TeamThreadMethods = {
  readonly test: { readonly args: readonly [TeamConnection]; readonly result: Result<TeamTest> };
  /** Opens a connection that the later calls of the thread use, and reports its events at the port. */
  readonly keepConnection: {
    readonly args: readonly [TeamConnection, MessagePort];
    readonly result: Result<null>;
  };
  /** Whether the connection of `keepConnection` still works; otherwise it is ended. */
  readonly probe: { readonly args: readonly []; readonly result: boolean };
  readonly setUp: { readonly args: readonly [TeamConnection]; readonly result: Result<TeamSetUp> };
  readonly publish: {
    readonly args: readonly [PublishRequest];
    readonly result: Result<PublishedWorkspace>;
    readonly progress: PublishProgress;
  };
  readonly pull: {
    readonly args: readonly [PullRequest];
    readonly result: Result<PullEnd>;
    readonly batch: PulledPage;
  };
  readonly syncReviews: {
    readonly args: readonly [SyncReviewsRequest];
    readonly result: Result<ReviewsSync>;
    readonly batch: ReviewsPage;
  };
  readonly publishItems: { readonly args: readonly [PublishItemsRequest]; readonly result: Result<null> };
  readonly claimFindings: {
    readonly args: readonly [ClaimRequest];
    readonly result: Result<readonly string[]>;
  };
  readonly listQueues: {
    readonly args: readonly [TeamConnection];
    readonly result: Result<SharedQueues>;
  };
  readonly createQueue: {
    readonly args: readonly [CreateQueueRequest];
    readonly result: Result<CreatedQueue>;
  };
  readonly leaseItems: { readonly args: readonly [LeaseRequest]; readonly result: Result<LeasedItems> };
  readonly releaseItems: {
    readonly args: readonly [ReleaseRequest];
    readonly result: Result<null>;
  };
  readonly deleteQueue: {
    readonly args: readonly [{ readonly connection: TeamConnection; readonly queue: string }];
    readonly result: Result<null>;
  };
};

/** Message to the port of a pooled connection: the connection has ended, or the database has this version now. */
export type PooledConnectionMessage =
  | { readonly kind: 'ended' }
  | { readonly kind: 'version'; readonly version: number };

export type TeamSetUp = { readonly teamId: string; readonly schemaVersion: number };

export type PublishRequest = {
  readonly connection: TeamConnection;
  /** The workspace's file, which may be open elsewhere. */
  readonly workspacePath: string;
};

/** A workspace file without records, of which the layers, sites and rules are published. */
export type PublishItemsRequest = {
  readonly connection: TeamConnection;
  readonly file: string;
  readonly bytes: number;
};

/** Findings of rules of the team, of which one workspace notifies. */
export type ClaimRequest = {
  readonly connection: TeamConnection;
  /** The workspace. */
  readonly claimant: string;
  /** SHA-256 of rule and subject, hexadecimal; at most 1,000. */
  readonly hashes: readonly string[];
};

/** Counts of records: those that can be published, and of them those that have been compared and published so far. */
export type PublishProgress = {
  readonly records: number;
  readonly compared: number;
  readonly published: number;
};

export type PublishedWorkspace = {
  /** Records of the workspace that can be published: those with raw bytes and a named field list. */
  readonly records: number;
  /**
   * Number of those that the team database did not have, those that the team database did not have, or had in an older
   * version.
   */
  readonly published: number;
  /** Detections of the published records. */
  readonly detections: number;
  /** Rows that were not published, or were changed for PostgreSQL, in sentences for the user. */
  readonly notes: readonly string[];
};

export type PullRequest = {
  readonly connection: TeamConnection;
  readonly cursor: TeamCursor | undefined;
};

/** Records of one revision, and the cursor after them. */
export type PulledPage = {
  readonly records: readonly PulledRecord[];
  readonly cursor: TeamCursor;
  /** The login of the member who published them. */
  readonly author: string;
  /** Reason why the revision cannot be read; null for one that can. It has no records then. */
  readonly problem: string | null;
};

export type PulledRecord = Omit<ImportableRecord, 'sha256'> & {
  readonly brand: string;
  /** Index in `fieldLists`. */
  readonly completeness: number;
};

export type PullEnd = {
  readonly teamId: string;
  /** Whether everything was pulled again, because a backup of the team database was restored. */
  readonly startedAnew: boolean;
};

export type SyncReviewsRequest = {
  readonly connection: TeamConnection;
  /** The workspace's file, which is open elsewhere, and has the cursor. */
  readonly workspacePath: string;
  /** The lease of the user in a shared queue, which is extended when reviews are pushed. */
  readonly lease?: QueueLease | undefined;
  /**
   * Whether an exchange that has pushed a single batch may end then, so that the others receive it sooner. The caller has to
   * exchange again when the result is not complete.
   */
  readonly pullsLater?: boolean | undefined;
  /** Folder of files with layers, sites and rules of the team are written; absent: they are not received. */
  readonly itemsFolder?: string | undefined;
};

/**
 * Changes that the workspace has to write. `anew`: a backup was restored, so the known state of the team is deleted;
 * `pushed`: the cursor after pushing; `pulled`: changes of a revision and the cursor after them, and why others of it
 * were set aside; `corrections`, `places` and `decisions`: the same for corrected meanings, statements about places and
 * AIS decisions.
 */
export type ReviewsPage =
  | ((
      | { readonly kind: 'anew' | 'pushed' }
      | {
          readonly kind: 'pulled';
          readonly changes: readonly TeamReviewChange[];
          readonly problem: { readonly author: string; readonly reason: string } | null;
        }
    ) & { readonly cursor: TeamCursor; readonly pushed: number })
  | {
      readonly kind: 'journal';
      readonly of: JournalKind;
      /** The login of the member who made them. */
      readonly author: string;
      readonly entries: readonly object[];
      readonly problem: string | null;
      readonly cursor: JournalCursor;
    }
  | {
      readonly kind: 'items';
      readonly author: string;
      /** A workspace file with layers, sites and rules; null for one that was replaced since, or with a problem. */
      readonly file: string | null;
      readonly problem: string | null;
      readonly cursor: TeamCursor;
    };

export type ReviewsSync = {
  readonly teamId: string;
  readonly startedAnew: boolean;
  /** Changes of reviews that were pushed, and how many of them the team database recorded as disputed. */
  readonly pushed: number;
  readonly disputed: number;
  /** Changes that were received, including those that this workspace has pushed. */
  readonly received: number;
  /** Whether the user's role may push reviews. */
  readonly mayPush: boolean;
  /** The new end of the lease (UTC, ISO 8601), when it was extended. */
  readonly leasedUntil?: string | undefined;
  /** False when another exchange has to receive what this one has pushed, and what others have since the last one. */
  readonly isComplete: boolean;
};

export type CreateQueueRequest = {
  readonly connection: TeamConnection;
  readonly workspacePath: string;
  readonly title: string;
  /** The ids of the detections, image by image. */
  readonly ids: readonly number[];
  /** The number of detections of each image, in that order. */
  readonly passCounts: readonly number[];
};

export type CreatedQueue = {
  readonly queue: string;
  readonly items: number;
  /** Detections that are not in it, since the team database does not have their records. */
  readonly notPublished: number;
};

/** A lease of the user in a shared queue. */
export type QueueLease = { readonly queue: string; readonly token: string };

/** Ends the leases of the user that have these tokens. */
export type ReleaseRequest = {
  readonly connection: TeamConnection;
  readonly queue: string;
  readonly tokens: readonly string[];
};

export type LeaseRequest = {
  readonly connection: TeamConnection;
  readonly workspacePath: string;
  readonly queue: string;
};

export type LeasedItems = {
  /** Null when no detection was free. */
  readonly lease: (QueueLease & { readonly title: string; readonly until: string }) | null;
  /** The ids in this workspace, in the order of the queue. */
  readonly ids: readonly number[];
  /** Leased detections that are not in this workspace. */
  readonly missing: number;
};
