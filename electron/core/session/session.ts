import type { Result } from '../../../shared/result.ts';
import type { SessionState, SignIn } from '../../../shared/session/session-state.ts';
import type { Profile, ProfileForm } from '../../../shared/settings/profile.ts';
import type { ServiceAccess } from '../service/service-access.ts';

/** The part of the session's state about the workspace file. */
export type WorkspaceStatus = Pick<
  SessionState,
  | 'workspace'
  | 'workspacePath'
  | 'workspaceFileId'
  | 'workspaceProblem'
  | 'workspaceDetails'
  | 'workspaceSetAside'
  | 'workspaceMissing'
  | 'workspaceDamaged'
  | 'workspaceNetworkDrive'
>;

/**
 * The sign-in session. One profile is current at a time; only the session holds its token.
 */
export type Session = {
  state(): SessionState;
  profiles(): readonly Profile[];
  saveProfile(form: ProfileForm): Promise<Result<Profile>>;
  removeProfile(id: string): Promise<Result<void>>;
  /** Makes a profile current and signs in with its stored token, if that has not expired. */
  selectProfile(id: string): Promise<Result<SessionState>>;
  signIn(input: SignIn): Promise<Result<SessionState>>;
  /** Deletes the token from memory and from the keychain. The workspace stays open. */
  signOut(): Promise<SessionState>;
  /**
   * Runs `work`, which opens another file or reopens the same one, serialized with switches of the account. Applies the
   * status that it returns.
   */
  replaceWorkspace(work: () => Promise<WorkspaceStatus>): Promise<SessionState>;
  /** Sets the status of the open workspace. */
  setWorkspaceStatus(status: WorkspaceStatus): void;
  /** The access of service clients to profile and token. */
  readonly access: ServiceAccess;
  /** Calls `listener` whenever `state()` has changed. Returns a function that unsubscribes. */
  onChange(listener: (state: SessionState) => void): () => void;
  close(): Promise<void>;
};
