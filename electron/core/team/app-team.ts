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
  /** Sets the authority of the server's certificate. Fails with `invalid-input`, `not-found`, `disk` or `read-only`. */
  setAuthority(file: ChosenCertificate): Promise<Result<TeamState>>;
  removeAuthority(): Promise<Result<TeamState>>;
  /** Forgets the team; the workspaces keep what they have. */
  remove(): Promise<Result<TeamState>>;
  /** Connects with the saved settings. Fails with `not-found` without any. */
  test(): Promise<Result<TeamTest>>;
  /** Starts a job that publishes the open workspace. */
  publish(): Promise<Result<Job>>;
  /** Starts a job that pulls records, pushes reviews and pulls those of the others. */
  exchange(): Promise<Result<Job>>;
  overview(): Promise<Result<TeamOverview>>;
};
