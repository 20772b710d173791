import type { Result } from '../../../shared/result.ts';
import type { SessionState, SignIn } from '../../../shared/session/session-state.ts';
import type { Profile, ProfileForm } from '../../../shared/settings/profile.ts';
import type { WorkspaceStatus } from './create-session.ts';

/**
 * Who is signed in where. One profile is current at a time; its token lives here and nowhere else in the process.
 */
export type Session = {
  state(): SessionState;
  profiles(): readonly Profile[];
  saveProfile(form: ProfileForm): Promise<Result<Profile>>;
  removeProfile(id: string): Promise<Result<void>>;
  /** Makes a profile current and signs in with its kept token, if that still lives. */
  selectProfile(id: string): Promise<Result<SessionState>>;
  signIn(input: SignIn): Promise<Result<SessionState>>;
  /** Forgets the token, in memory and in the keychain. The workspace stays open. */
  signOut(): Promise<SessionState>;
  /**
   * Opens another file in place of the account's, or the same one anew, once no switch of account is under way; none
   * begins before `work` has answered how the workspace now stands.
   */
  exchangeWorkspace(work: () => Promise<WorkspaceStatus>): Promise<SessionState>;
  /** Tells how the open workspace now stands. */
  noteWorkspace(status: WorkspaceStatus): void;
  /** Access for the service clients. */
  readonly access: ServiceAccess;
  /** Called whenever `state()` would answer differently. Returns the way to stop. */
  onChange(listener: (state: SessionState) => void): () => void;
  close(): Promise<void>;
};

/** What a service client needs of the session, and what it tells it. */
export type ServiceAccess = {
  profile(): Profile;
  /** The living token, or undefined when signed out or expired. */
  token(): string | undefined;
  /** The service answered 401 to this token: it is dead, whatever its expiry said. */
  tokenRefused(token: string): void;
  /** A request reached the service, or did not (with the reason for the reader). */
  reached(problem?: string): void;
  /** Resolves when there is a living token; rejects with the signal's reason when it aborts. */
  signedIn(signal: AbortSignal): Promise<void>;
};
