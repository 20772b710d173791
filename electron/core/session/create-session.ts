import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import type { SessionState, SignIn } from '../../../shared/session/session-state.ts';
import type { Profile, ProfileForm } from '../../../shared/settings/profile.ts';
import type { Events } from '../events.ts';
import type { LogIn } from '../service/login.ts';
import { reachAfter } from '../service/reach.ts';
import { hasSameOrigin } from '../service/service-address.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Keychain } from './keychain.ts';
import { issueToken } from './living-token.ts';
import { createProfileList, noSuchProfile } from './profile-list.ts';
import type { Session } from './session.ts';
import { createTokenKeeper } from './token-keeper.ts';

/** Whose data a workspace holds. */
export type Account = { readonly profile: Profile; readonly username: string };

/** What the session's state says of the workspace file. */
export type WorkspaceStatus = Pick<
  SessionState,
  'workspace' | 'workspacePath' | 'workspaceProblem' | 'workspaceSetAside'
>;

export type SessionParts = {
  readonly keychain: Keychain;
  readonly settings: SettingsFile;
  readonly logIn: LogIn;
  /** The built-in profile; `demoProblem` says why its service does not run. */
  readonly demo: Profile;
  readonly demoProblem?: string | undefined;
  /**
   * Opens the workspace of the account in place of the open one (undefined: closes it). Resolves once nothing of the
   * former workspace runs any more. Without effect when it is open already.
   */
  readonly openWorkspace: (account: Account | undefined) => Promise<WorkspaceStatus>;
  readonly events: Events;
  readonly clock?: Clock;
};

type Reach = Pick<SessionState, 'connection' | 'connectionProblem'>;

/** A session that knows nothing yet; `start` makes the last profile current and restores its token. */
type StartableSession = Session & { start(): Promise<void> };

/**
 * Creates the session. Sign-ins, sign-outs and switches run one after the other. On a switch the old token goes
 * first, then the old workspace, then comes the new workspace and at last the new token: nothing that belongs to one
 * account can run with the token of another.
 */
export function createSession(parts: SessionParts): StartableSession {
  const { settings, demo, demoProblem, events, clock = systemClock } = parts;
  const profiles = createProfileList(demo, settings);
  const listeners = new Set<(state: SessionState) => void>();
  const keeper = createTokenKeeper({ keychain: parts.keychain, clock, changed: () => changed() });

  const closing = new AbortController();

  let profile = profiles.find(settings.current().currentProfileId) ?? demo;
  let username: string | undefined;
  let workspace: WorkspaceStatus = { workspace: 'none' };
  let settingsProblem = settings.problem;
  let reach: Reach = unasked(profile, demoProblem);
  let last: Promise<unknown> = Promise.resolve();
  let published = '';

  const state = (): SessionState => ({
    profile,
    ...keeper.state(),
    ...(username === undefined ? {} : { username }),
    ...(settingsProblem === undefined ? {} : { settingsProblem }),
    ...reach,
    ...workspace,
  });

  const onChange: Session['onChange'] = (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  const changed = () => {
    const now = state();
    const text = JSON.stringify(now);
    if (text === published) return;
    published = text;
    events.publish({ type: 'session', state: now });
    for (const listener of [...listeners]) listener(now);
  };

  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };

  const openFor = async (account: string | undefined) => {
    username = account;
    workspace = await parts.openWorkspace(account === undefined ? undefined : { profile, username: account });
  };

  const remember = async (change: Parameters<SettingsFile['change']>[0]) => {
    const kept = await settings.change(change);
    if (!kept.ok) settingsProblem = kept.failure.message;
  };

  const makeCurrent = async (next: Profile) => {
    keeper.drop();
    const recalled = await keeper.recall(next);
    profile = next;
    reach = unasked(profile, demoProblem);
    await openFor(recalled.username ?? settings.current().lastUsernames[profile.id]);
    if (recalled.token) keeper.hold(profile, recalled.token);
    changed();
  };

  const select = async (id: string): Promise<Result<SessionState>> => {
    const next = profiles.find(id);
    if (!next) return noSuchProfile(id);
    if (next.id !== profile.id) {
      await remember((current) => ({ ...current, currentProfileId: next.id }));
      await makeCurrent(next);
    }
    return succeed(state());
  };

  const noteReach = (failure: Failure) => {
    const said = reachAfter(failure);
    if (said === 'unsaid') return;
    reach =
      said === 'reached'
        ? { connection: 'online' }
        : { connection: 'offline', connectionProblem: failure.message };
    changed();
  };

  const signIn = async (input: SignIn): Promise<Result<SessionState>> => {
    const target = profiles.find(input.profileId);
    if (!target) return noSuchProfile(input.profileId);
    if (target.kind === 'demo' && demoProblem !== undefined) return fail('unreachable', demoProblem);
    const login = await parts.logIn(target, input.username, input.password, closing.signal);
    if (!login.ok) {
      if (target.id === profile.id) noteReach(login.failure);
      return login;
    }
    const token = issueToken(input.username, login.value, clock);
    if (target.id !== profile.id || input.username !== username) keeper.drop();
    profile = target;
    reach = { connection: 'online' };
    await openFor(input.username);
    await keeper.keep(target, token);
    await remember((current) => ({
      ...current,
      currentProfileId: target.id,
      lastUsernames: { ...current.lastUsernames, [target.id]: input.username },
    }));
    changed();
    return succeed(state());
  };

  const saveProfile = async (form: ProfileForm): Promise<Result<Profile>> => {
    const saved = await profiles.save(form);
    if (!saved.ok) return saved;
    if (saved.value.id === profile.id) {
      // The token belongs to the service that gave it: it must not go to another address.
      if (!sharesOrigin(profile, saved.value)) await keeper.forget(profile);
      profile = saved.value;
      changed();
    }
    events.publish({ type: 'changed', what: 'profiles' });
    return saved;
  };

  const removeProfile = async (id: string): Promise<Result<void>> => {
    const removed = await profiles.remove(id);
    if (!removed.ok) return removed;
    if (id === profile.id) {
      await keeper.forget(profile);
      await select(demo.id);
    } else await parts.keychain.remove(id);
    events.publish({ type: 'changed', what: 'profiles' });
    return removed;
  };

  return {
    state,
    profiles: profiles.all,
    start: () => serially(() => makeCurrent(profile)),
    saveProfile: (form) => serially(() => saveProfile(form)),
    removeProfile: (id) => serially(() => removeProfile(id)),
    selectProfile: (id) => serially(() => select(id)),
    signIn: (input) => serially(() => signIn(input)),
    signOut: () =>
      serially(async () => {
        await keeper.forget(profile);
        changed();
        return state();
      }),
    access: {
      profile: () => profile,
      token: () => keeper.living()?.token,
      tokenRefused: keeper.refused,
      reached(problem) {
        reach =
          problem === undefined
            ? { connection: 'online' }
            : { connection: 'offline', connectionProblem: problem };
        changed();
      },
      signedIn: (signal) => untilSignedIn(() => keeper.living() !== undefined, onChange, signal),
    },
    exchangeWorkspace: (work) =>
      serially(async () => {
        workspace = await work();
        changed();
        return state();
      }),
    noteWorkspace(status) {
      workspace = status;
      changed();
    },
    onChange,
    async close() {
      closing.abort();
      await last;
      keeper.close();
    },
  };
}

/** What is known of the connection before the first request. */
function unasked(profile: Profile, demoProblem: string | undefined): Reach {
  return profile.kind === 'demo' && demoProblem !== undefined
    ? { connection: 'offline', connectionProblem: demoProblem }
    : { connection: 'unknown' };
}

function sharesOrigin(one: Profile, other: Profile): boolean {
  const url = URL.parse(one.baseUrl);
  return url !== null && hasSameOrigin(url, other.baseUrl);
}

function untilSignedIn(
  isSignedIn: () => boolean,
  onChange: Session['onChange'],
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (!signal.aborted && !isSignedIn()) return;
      stop();
      signal.removeEventListener('abort', settle);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const stop = onChange(settle);
    signal.addEventListener('abort', settle);
    settle();
  });
}
