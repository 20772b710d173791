import type { Result } from '../../../shared/result.ts';
import type { TeamTest } from '../../../shared/settings/team.ts';
import type { ImportableRecord } from '../workspace/import-records.ts';
import type { TeamReviewChange } from '../workspace/tables/team-reviews.ts';
import type { TeamConnection } from './team-connection.ts';

/** The methods of the team's thread. */
export type TeamThreadMethods = {
  readonly test: { readonly args: readonly [TeamConnection]; readonly result: Result<TeamTest> };
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
};

export type TeamSetUp = { readonly teamId: string; readonly schemaVersion: number };

export type PublishRequest = {
  readonly connection: TeamConnection;
  /** The workspace's file, which may be open elsewhere. */
  readonly workspacePath: string;
};

/** Records of the workspace that have been compared with the team database, and published. */
export type PublishProgress = {
  readonly records: number;
  readonly compared: number;
  readonly published: number;
};

export type PublishedWorkspace = {
  /** Records of the workspace. */
  readonly records: number;
  /** Of them, those that the team database lacked or had in a former version. */
  readonly published: number;
  /** Detections of these. */
  readonly detections: number;
  /** What was not published or changed on the way, in sentences for the user. */
  readonly notes: readonly string[];
};

/** How far a workspace has followed a team database. */
export type TeamCursor = {
  readonly teamId: string;
  readonly version: number;
  /** Id of the revision with this version: after a backup was restored, it is another one. */
  readonly revision: string | null;
};

export type PullRequest = {
  readonly connection: TeamConnection;
  readonly cursor: TeamCursor | undefined;
};

/** Records of one revision, and the cursor behind them. */
export type PulledPage = { readonly records: readonly PulledRecord[]; readonly cursor: TeamCursor };

export type PulledRecord = ImportableRecord & {
  readonly brand: string;
  /** Index in `fieldLists`. */
  readonly completeness: number;
};

export type PullEnd = {
  readonly teamId: string;
  /** Whether everything was pulled anew, since the database is not the one that was followed so far: a restored backup. */
  readonly startedAnew: boolean;
};

export type SyncReviewsRequest = {
  readonly connection: TeamConnection;
  /** The workspace's file, which is open elsewhere. */
  readonly workspacePath: string;
  readonly cursor: ReviewsCursor | undefined;
};

/** How far a workspace has followed the reviews of a team, and the last of its batches that it has pushed. */
export type ReviewsCursor = TeamCursor & { readonly pushed: number };

/** What the workspace is to write: after pushing, the cursor alone; after pulling, also changes. */
export type ReviewsPage = (
  | { readonly kind: 'anew' | 'pushed' }
  | { readonly kind: 'pulled'; readonly changes: readonly TeamReviewChange[] }
) & { readonly cursor: TeamCursor; readonly pushed: number };

export type ReviewsSync = {
  readonly teamId: string;
  readonly startedAnew: boolean;
  /** Changes of reviews that were pushed, and how many of them disagree with what stands. */
  readonly pushed: number;
  readonly disputed: number;
  /** Changes that were received, one's own included. */
  readonly received: number;
  /** Whether the user's role may push reviews. */
  readonly mayPush: boolean;
};
