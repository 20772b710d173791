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

type TokenStoreDeps = {
  readonly keychain: Keychain;
  readonly clock: Clock;
  /** Called whenever `state()` has changed. */
  readonly changed: () => void;
};

/** Holds the current token, none at first, and stores it in the keychain until it expires. */
export class TokenStore {
  readonly #keychain: Keychain;
  readonly #clock: Clock;
  readonly #changed: () => void;
  #active: { readonly token: AccessToken; readonly profile: Profile; readonly isStored: boolean } | undefined;
  #hasExpired = false;
  #problem: Pick<TokenState, 'keychainProblem' | 'keychainDetails'> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor({ keychain, clock, changed }: TokenStoreDeps) {
    this.#keychain = keychain;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** The token, if it has not expired. */
  current(): AccessToken | undefined {
    if (this.#active && !isUnexpired(this.#active.token, this.#clock)) this.#expire();
    return this.#active?.token;
  }

  state(): TokenState {
    const token = this.current();
    if (!token) {
      return {
        status: this.#hasExpired ? 'expired' : 'signed-out',
        tokenStorage: 'none',
        ...this.#problem,
      };
    }
    return {
      status: 'signed-in',
      ...(token.lifetimeMs === null
        ? {}
        : { expiresAt: new Date(token.issuedAt + token.lifetimeMs).toISOString() }),
      tokenStorage: this.#active?.isStored ? 'keychain' : 'memory',
      ...this.#problem,
    };
  }

  /** Makes a new token current and stores it in the keychain; when that fails, it is valid for this run only. */
  async save(profile: Profile, token: AccessToken): Promise<void> {
    const written = await this.#keychain.write(profile.id, serializeToken(token, profile));
    this.#problem = problemOf(written);
    this.#setActive(profile, token, written.ok);
  }

  /** Loads the profile's entry from the keychain: a valid token for `activate`, or the user name of an expired one. */
  async load(
    profile: Profile,
  ): Promise<{ readonly token?: AccessToken; readonly username?: string | undefined }> {
    const read = await this.#keychain.read(profile.id);
    this.#problem = problemOf(read);
    if (!read.ok || read.value === null) return {};
    const restored = restoreToken(read.value, profile, this.#clock);
    if (!('invalid' in restored)) return { token: restored, username: restored.username };
    this.#hasExpired = restored.invalid === 'expired';
    await this.#removeExpired(profile);
    return { username: restored.username };
  }

  /** Makes a token from the keychain current. */
  activate(profile: Profile, token: AccessToken): void {
    this.#setActive(profile, token, true);
  }

  /** Clears the current token in memory only. */
  deactivate(): void {
    this.#release(false);
  }

  /** Clears the current token and deletes it from the keychain; a failure there is in the state. */
  async remove(profile: Profile): Promise<void> {
    const wasStored = this.#active?.isStored ?? false;
    this.#release(false);
    this.#changed();
    const removed = await this.#keychain.remove(profile.id);
    if (removed.ok && (removed.value || !wasStored)) this.#problem = {};
    else if (wasStored) {
      const reason = removed.ok ? 'The keychain did not find it; it may be locked.' : removed.reason;
      this.#problem = {
        ...problemOf(removed),
        keychainProblem: `Signed out here, but the token may still be in the keychain. ${reason} To delete it, sign in and out again.`,
      };
    }
  }

  /** Deletes the entry of a removed profile from the keychain; a failure is in the state. */
  async removeEntry(profileId: string): Promise<void> {
    const removed = await this.#keychain.remove(profileId);
    // The state of a token in memory stays: it has the reason why the keychain has none.
    if (removed.ok || this.#active?.isStored === false) return;
    this.#problem = problemOf(
      removed,
      `The token of the removed profile may still be in the keychain. ${removed.reason} Unlock the keychain and delete its entries there; they belong to “Sightline” and their names begin with ${profileId}.`,
    );
    this.#changed();
  }

  /** Expires this token because the service refused it. Without effect when another one is current. */
  reject(token: string): void {
    if (this.#active?.token.token === token) this.#expire();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #release(hasExpired: boolean): void {
    clearTimeout(this.#timer);
    this.#active = undefined;
    this.#hasExpired = hasExpired;
  }

  #setActive(profile: Profile, token: AccessToken, isStored: boolean): void {
    this.#release(false);
    this.#active = { token, profile, isStored };
    this.#scheduleExpiry();
  }

  #scheduleExpiry(): void {
    if (!this.#active) return;
    const left = this.#active.token.endsAt - this.#clock.monotonic();
    if (left <= 0) this.#expire();
    if (left <= 0 || left === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#scheduleExpiry(), Math.min(left, maxCheckIntervalMs));
    this.#timer.unref();
  }

  #expire(): void {
    const ended = this.#active;
    this.#release(true);
    this.#changed();
    if (ended?.isStored) void this.#removeExpired(ended.profile);
  }

  async #removeExpired(profile: Profile): Promise<void> {
    const removed = await this.#keychain.remove(profile.id);
    if (removed.ok) return;
    this.#problem = problemOf(removed, `An expired token is still in the keychain. ${removed.reason}`);
    this.#changed();
  }
}

/** The statement that a failed call of the keychain leads to: its reason or, with it, another sentence. */
function problemOf(
  result: KeychainResult<unknown>,
  sentence?: string,
): Pick<TokenState, 'keychainProblem' | 'keychainDetails'> {
  if (result.ok) return {};
  return { keychainProblem: sentence ?? result.reason, keychainDetails: result.details };
}
