import type { SessionState } from '../../../shared/session/session-state.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import type { Clock } from './clock.ts';
import type { Keychain } from './keychain.ts';
import { isAlive, type LivingToken, printKeptToken, restoreToken } from './living-token.ts';

/** What the session's state says of the token. */
type TokenState = Pick<SessionState, 'status' | 'expiresAt' | 'tokenStorage' | 'keychainProblem'>;

/** Holds the one token of the process, and keeps it in the keychain while it lives. */
type TokenKeeper = {
  /** The token, as long as it lives. */
  living(): LivingToken | undefined;
  state(): TokenState;
  /** Takes over a new token, into the keychain if that can be; else for this run only. */
  keep(profile: Profile, token: LivingToken): Promise<void>;
  /** What the keychain has of the profile: a token that lives, to be `held`, or whose it was. */
  recall(profile: Profile): Promise<{ readonly token?: LivingToken; readonly username?: string | undefined }>;
  /** Takes over a token that the keychain has. */
  hold(profile: Profile, token: LivingToken): void;
  /** Lets the token go, in memory only. */
  drop(): void;
  /** Lets the token go here and in the keychain; a failure there is told in the state. */
  forget(profile: Profile): Promise<void>;
  /** The service does not accept this token any more. Without effect when another is held. */
  refused(token: string): void;
  close(): void;
};

/** How often the end of the token's life is looked for, at the least: timers stand still while a computer sleeps. */
const longestTickMs = 30_000;

/** A keeper without a token. `changed` is called whenever `state()` would answer differently. */
export function createTokenKeeper(parts: {
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly changed: () => void;
}): TokenKeeper {
  const { keychain, clock, changed } = parts;
  let held: { readonly token: LivingToken; readonly profile: Profile; readonly isKept: boolean } | undefined;
  let expired = false;
  let keychainProblem: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const release = (hasExpired: boolean) => {
    clearTimeout(timer);
    held = undefined;
    expired = hasExpired;
  };

  const take = (profile: Profile, token: LivingToken, isKept: boolean) => {
    release(false);
    held = { token, profile, isKept };
    tick();
  };

  const tick = () => {
    if (!held) return;
    const left = held.token.endsAt - clock.monotonic();
    if (left <= 0) return end();
    timer = setTimeout(tick, Math.min(left, longestTickMs));
    timer.unref();
  };

  const end = () => {
    const ended = held;
    release(true);
    changed();
    if (ended?.isKept) void removeDead(ended.profile);
  };

  const removeDead = async (profile: Profile) => {
    const removed = await keychain.remove(profile.id);
    if (!removed.ok) {
      keychainProblem = `An expired token is still in the keychain. ${removed.reason}`;
      changed();
    }
  };

  const living = () => {
    if (held && !isAlive(held.token, clock)) end();
    return held?.token;
  };

  return {
    living,
    state() {
      const token = living();
      const problem = keychainProblem === undefined ? {} : { keychainProblem };
      if (!token) return { status: expired ? 'expired' : 'signed-out', tokenStorage: 'none', ...problem };
      return {
        status: 'signed-in',
        expiresAt: new Date(token.issuedAt + token.lifetimeMs).toISOString(),
        tokenStorage: held?.isKept ? 'keychain' : 'memory',
        ...problem,
      };
    },
    async keep(profile, token) {
      const written = await keychain.write(profile.id, printKeptToken(token, profile));
      keychainProblem = written.ok ? undefined : written.reason;
      take(profile, token, written.ok);
    },
    async recall(profile) {
      const read = await keychain.read(profile.id);
      keychainProblem = read.ok ? undefined : read.reason;
      if (!read.ok || read.value === null) return {};
      const restored = restoreToken(read.value, profile, clock);
      if (!('dead' in restored)) return { token: restored, username: restored.username };
      expired = restored.dead === 'expired';
      await removeDead(profile);
      return { username: restored.username };
    },
    hold(profile, token) {
      take(profile, token, true);
    },
    drop() {
      release(false);
    },
    async forget(profile) {
      const wasKept = held?.isKept ?? false;
      release(false);
      changed();
      const removed = await keychain.remove(profile.id);
      if (removed.ok && (removed.value || !wasKept)) keychainProblem = undefined;
      else if (wasKept) {
        const reason = removed.ok ? 'The keychain did not find it; it may be locked.' : removed.reason;
        keychainProblem = `Signed out here, but the token may still be in the keychain. ${reason}`;
      }
    },
    refused(token) {
      if (held?.token.token === token) end();
    },
    close() {
      clearTimeout(timer);
    },
  };
}
