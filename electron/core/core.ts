import type { Events } from './base/events.ts';
import type { Domains } from './create-domains.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { Network } from './network/network.ts';
import type { Session, WorkspaceStatus } from './session/session.ts';
import type { Workspace } from './workspace/open/workspace.ts';

/** The application without a host; the API exposes it. */
export type Core = Omit<Domains, 'chips'> & {
  readonly session: Session;
  readonly events: Events;
  readonly jobs: Pick<JobRunner, 'list' | 'cancel' | 'resume' | 'dismiss'>;
  readonly network: Network;
  readonly chips: Pick<Domains['chips'], 'get' | 'stats' | 'setLimit' | 'clear'>;
  /** The open workspace: that of the current profile and its last account; undefined before the first sign-in. */
  workspace(): Workspace | undefined;
  /** The state of `workspace()`; that of the session follows once the opening has ended. */
  workspaceStatus(): WorkspaceStatus;
  /** Resolves when the open workspace has been compared with its checksums; `Workspace.knownDamage` has the result. */
  workspaceChecked(): Promise<void>;
  /** Stops jobs, closes the workspace and ends every worker. Safe to call twice. */
  close(): Promise<void>;
};
