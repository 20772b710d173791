import type { Failure } from '../../../shared/result.ts';
import type { Profile } from '../../../shared/settings/profile.ts';

/** Session state that service clients read and report to. */
export type ServiceAccess = {
  profile(): Profile;
  /** The valid token, or undefined when signed out or expired. */
  token(): string | undefined;
  /** The service responded with 401 to this token, so it is invalid regardless of its expiry. */
  reportRefusedToken(token: string): void;
  /** A request reached the service, or did not (with a message for the user). */
  reportConnection(failure?: Failure): void;
  /** Resolves when there is a valid token; rejects with the signal's reason when it aborts. */
  waitForSignIn(signal: AbortSignal): Promise<void>;
};
