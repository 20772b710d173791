import type { SessionState } from '../../../shared/session/session-state.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import { type AccessToken, isUnexpired, restoreToken, serializeToken } from './access-token.ts';
import type { Clock } from './clock.ts';
import type { Keychain, KeychainResult } from './keychain.ts';

/** The part of the session's state about the token. */
type TokenState = Pick<
  SessionState,
  'status' | 'expiresAt' | 'tokenStorage' | 'keychainProblem' | 'keychainDetails'
>;

/** Maximum interval between expiry checks, because timers stop while the computer sleeps. */
const maxCheckIntervalMs = 30_000;

/**
 * Holds the current token, none at first, and stores it in the keychain until it expires. `changed` is called whenever
 * `state()` has changed.
 */
export function createTokenStore(deps: {
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly changed: () => void;
}) {
  const { keychain, clock, changed } = deps;
  let active:
    | { readonly token: AccessToken; readonly profile: Profile; readonly isStored: boolean }
    | undefined;
  let expired = false;
  let problem: Pick<TokenState, 'keychainProblem' | 'keychainDetails'> = {};
  let timer: NodeJS.Timeout | undefined;

  const release = (hasExpired: boolean) => {
    clearTimeout(timer);
    active = undefined;
    expired = hasExpired;
  };

  const setActive = (profile: Profile, token: AccessToken, isStored: boolean) => {
    release(false);
    active = { token, profile, isStored };
    scheduleExpiry();
  };

  const scheduleExpiry = () => {
    if (!active) return;
    const left = active.token.endsAt - clock.monotonic();
    if (left <= 0) return expire();
    if (left === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(scheduleExpiry, Math.min(left, maxCheckIntervalMs));
    timer.unref();
  };

  const expire = () => {
    const ended = active;
    release(true);
    changed();
    if (ended?.isStored) void removeFromKeychain(ended.profile);
  };

  const removeFromKeychain = async (profile: Profile) => {
    const removed = await keychain.remove(profile.id);
    if (!removed.ok) {
      problem = problemOf(removed, `An expired token is still in the keychain. ${removed.reason}`);
      changed();
    }
  };

  const current = () => {
    if (active && !isUnexpired(active.token, clock)) expire();
    return active?.token;
  };

  return {
    /** The token, if it has not expired. */
    current,
    state(): TokenState {
      const token = current();
      if (!token) return { status: expired ? 'expired' : 'signed-out', tokenStorage: 'none', ...problem };
      return {
        status: 'signed-in',
        ...(token.lifetimeMs === null
          ? {}
          : { expiresAt: new Date(token.issuedAt + token.lifetimeMs).toISOString() }),
        tokenStorage: active?.isStored ? 'keychain' : 'memory',
        ...problem,
      };
    },
    /** Makes a new token current and stores it in the keychain; when that fails, it is valid for this run only. */
    async save(profile: Profile, token: AccessToken): Promise<void> {
      const written = await keychain.write(profile.id, serializeToken(token, profile));
      problem = problemOf(written);
      setActive(profile, token, written.ok);
    },
    /** Loads the profile's entry from the keychain: a valid token for `activate`, or the user name of an expired one. */
    async load(
      profile: Profile,
    ): Promise<{ readonly token?: AccessToken; readonly username?: string | undefined }> {
      const read = await keychain.read(profile.id);
      problem = problemOf(read);
      if (!read.ok || read.value === null) return {};
      const restored = restoreToken(read.value, profile, clock);
      if (!('invalid' in restored)) return { token: restored, username: restored.username };
      expired = restored.invalid === 'expired';
      await removeFromKeychain(profile);
      return { username: restored.username };
    },
    /** Makes a token from the keychain current. */
    activate(profile: Profile, token: AccessToken): void {
      setActive(profile, token, true);
    },
    /** Clears the current token in memory only. */
    deactivate(): void {
      release(false);
    },
    /** Clears the current token and deletes it from the keychain; a failure there is in the state. */
    async remove(profile: Profile): Promise<void> {
      const wasStored = active?.isStored ?? false;
      release(false);
      changed();
      const removed = await keychain.remove(profile.id);
      if (removed.ok && (removed.value || !wasStored)) problem = {};
      else if (wasStored) {
        const reason = removed.ok ? 'The keychain did not find it; it may be locked.' : removed.reason;
        problem = {
          ...problemOf(removed),
          keychainProblem: `Signed out here, but the token may still be in the keychain. ${reason} To delete it, sign in and out again.`,
        };
      }
    },
    /** Deletes the entry of a removed profile from the keychain; a failure is in the state. */
    async removeEntry(profileId: string): Promise<void> {
      const removed = await keychain.remove(profileId);
      // What is stated of a token in memory stays: it says why the keychain has none.
      if (removed.ok || active?.isStored === false) return;
      problem = problemOf(
        removed,
        `The token of the removed profile may still be in the keychain. ${removed.reason} Unlock the keychain and delete its entries there; they belong to “Sightline” and their names begin with ${profileId}.`,
      );
      changed();
    },
    /** Expires this token because the service refused it. Without effect when another one is current. */
    reject(token: string): void {
      if (active?.token.token === token) expire();
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}

/** What a call of the keychain leaves to state: its reason or, with it, another sentence. */
function problemOf(
  result: KeychainResult<unknown>,
  sentence?: string,
): Pick<TokenState, 'keychainProblem' | 'keychainDetails'> {
  if (result.ok) return {};
  return { keychainProblem: sentence ?? result.reason, keychainDetails: result.details };
}
