import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { LeasedDetections, SharedQueues } from '../../../shared/review/shared-queue.ts';
import type { TeamOverview } from '../../../shared/review/team-overview.ts';
import type { TeamForm, TeamState, TeamTest } from '../../../shared/settings/team.ts';
import type { ChosenCertificate } from '../network/certificate-files.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { DueEvent } from '../workspace/read/watch/watch-inbox.ts';
import type { CreatedQueue } from './team-protocol.ts';

/** The team database of the app: its settings, and the exchange with the open workspace. */
export type AppTeam = {
  state(): Promise<TeamState>;
  /** Fails with `disk` or `read-only`. */
  save(form: TeamForm): Promise<Result<TeamState>>;
  /**
   * Sets the certificate authority that issued the server's certificate. Fails with `invalid-input`, `not-found`,
   * `disk` or `read-only`.
   */
  setAuthority(file: ChosenCertificate): Promise<Result<TeamState>>;
  removeAuthority(): Promise<Result<TeamState>>;
  /** Removes the settings and the password of the team. What the workspaces have received from it stays in them. */
  remove(): Promise<Result<TeamState>>;
  /** Connects with the saved settings. Fails with `not-found` when there are none. */
  test(): Promise<Result<TeamTest>>;
  /** Starts a job that publishes the open workspace. */
  publish(): Promise<Result<Job>>;
  /** Starts a job that publishes the layers, sites and watch rules of the open workspace. */
  publishItems(): Promise<Result<Job>>;
  /**
   * Divides findings whose notification is due: of a rule that the team has, one workspace notifies. What cannot be decided
   * without a connection is in neither list. Rejects with `CallStopped`.
   */
  shareEvents(
    workspace: Workspace,
    due: readonly DueEvent[],
    signal: AbortSignal,
  ): Promise<{ readonly own: readonly DueEvent[]; readonly others: readonly DueEvent[] }>;
  /** Starts a job that pulls records, pushes reviews and pulls the reviews of all workspaces. */
  exchange(): Promise<Result<Job>>;
  /** Writes the layer definition file with which QGIS adds the team database. Fails with `not-found` without a team. */
  writeQgisLayers(file: string): Promise<Result<undefined>>;
  /** The state of the open workspace as a member of the team, without a connection to it. */
  overview(): Promise<Result<TeamOverview>>;
} & TeamQueues;

/** The queues of the team that several reviewers review together. Without a connection they fail with its reason. */
export type TeamQueues = {
  /** The shared queues, the latest first. */
  queues(): Promise<Result<SharedQueues>>;
  /**
   * Creates a shared queue of the detections without a verdict that match the filter, image by image. Fails with
   * `invalid-input` when there are none or too many, or when none of their records is published.
   */
  createQueue(request: {
    readonly title: string;
    readonly filter: DetectionFilter;
  }): Promise<Result<CreatedQueue>>;
  /**
   * Exchanges with the team, then leases the next detections of a shared queue for this workspace, whose lease in another
   * queue ends. Fails with `not-found` when the queue was deleted.
   */
  leaseNextDetections(queue: string): Promise<Result<LeasedDetections>>;
  /**
   * Exchanges with the team, then ends the lease of the workspace, if it has one. When the team database cannot be
   * reached, the lease ends at its time, and the call fails.
   */
  leaveQueue(): Promise<Result<null>>;
  /** Deletes a shared queue that the user has created. Fails with `not-found`. */
  deleteQueue(queue: string): Promise<Result<null>>;
};
