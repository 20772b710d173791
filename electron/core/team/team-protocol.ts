import type { Result } from '../../../shared/result.ts';
import type { ImportableRecord } from '../workspace/import-records.ts';
import type { TeamConnection } from './team-connection.ts';

/** The methods of the team's thread. */
export type TeamThreadMethods = {
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
