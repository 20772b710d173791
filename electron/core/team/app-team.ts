import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type { TeamOverview } from '../../../shared/review/team-overview.ts';
import type { TeamForm, TeamState, TeamTest } from '../../../shared/settings/team.ts';
import type { ChosenCertificate } from '../network/network.ts';

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
  /** Starts a job that pulls records, pushes reviews and pulls the reviews of all workspaces. */
  exchange(): Promise<Result<Job>>;
  /** The state of the open workspace as a member of the team, without a connection to it. */
  overview(): Promise<Result<TeamOverview>>;
};
