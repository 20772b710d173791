import { type Failure, type Result, succeed } from '../../../shared/result.ts';
import type { SessionState, SignIn } from '../../../shared/session/session-state.ts';
import type { Profile, ProfileForm } from '../../../shared/settings/profile.ts';
import type { Events } from '../base/events.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import type { LogIn } from '../service/login.ts';
import { reachabilityAfter } from '../service/reachability.ts';
import { hasSameOrigin } from '../service/service-address.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { issueToken } from './access-token.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Keychain } from './keychain.ts';
import { createProfileList, noSuchProfile } from './profile-list.ts';
import type { Session, WorkspaceStatus } from './session.ts';
import { createTokenStore } from './token-store.ts';

/** The account to which a workspace belongs. */
export type Account = { readonly profile: Profile; readonly username: string };

/** The built-in profile, whose service is started when it is first needed. */
export type DemoProfile = {
  /** Its addresses are empty while the service does not run. */
  current(): Profile;
  /** Why the service cannot be used, if it is switched off or its last start failed. */
  problem(): Failure | undefined;
  /** Starts the service unless it runs, and returns the profile with its addresses. Fails with `unreachable`. */
  start(): Promise<Result<Profile>>;
};

export type SessionDeps = {
  readonly keychain: Keychain;
  readonly settings: SettingsFile;
  readonly logIn: LogIn;
  readonly demo: DemoProfile;
  /**
   * Opens the workspace of the account instead of the open one (undefined: closes it). Resolves once all tasks of the
   * former workspace have ended. Without effect when it is open already.
   */
  readonly openWorkspace: (account: Account | undefined) => Promise<WorkspaceStatus>;
  readonly events: Events;
  /** See `SessionState.hostProblem`. */
  readonly hostProblem?: string | undefined;
  readonly clock?: Clock;
};

type ConnectionStatus = Pick<SessionState, 'connection' | 'connectionProblem' | 'connectionDetails'>;

/** A session before its start; `start` makes the last profile current and restores its token. */
type StartableSession = Session & { start(): Promise<void> };

/**
 * Creates the session. Sign-ins, sign-outs and switches are serialized. A switch clears the old token first, then
 * closes the old workspace, opens the new one and finally sets the new token. So no task of one account can run with
 * the token of another.
 */
export function createSession(deps: SessionDeps): StartableSession {
  const { settings, demo, events, clock = systemClock } = deps;
  const profiles = createProfileList(demo.current, settings);
  const listeners = new Set<(state: SessionState) => void>();
  const tokenStore = createTokenStore({ keychain: deps.keychain, clock, changed: () => changed() });

  const closing = new AbortController();

  let profile = profiles.find(settings.current().currentProfileId) ?? demo.current();
  let username: string | undefined;
  let workspace: WorkspaceStatus = { workspace: 'none' };
  let settingsProblem = settings.problem;
  let connection: ConnectionStatus = initialConnection(profile, demo);
  const switches = createSerialQueue();
  let published = '';

  const state = (): SessionState => ({
    profile,
    ...tokenStore.state(),
    ...(username === undefined ? {} : { username }),
    ...(settingsProblem === undefined ? {} : { settingsProblem }),
    ...(deps.hostProblem === undefined ? {} : { hostProblem: deps.hostProblem }),
    ...connection,
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

  const openFor = async (account: string | undefined) => {
    username = account;
    workspace = await deps.openWorkspace(account === undefined ? undefined : { profile, username: account });
  };

  const saveSettings = async (change: Parameters<SettingsFile['change']>[0]) => {
    const saved = await settings.change(change);
    // What was wrong with the file at the start stays known; a change that could not be saved ends with one that was.
    settingsProblem = saved.ok ? settings.problem : saved.failure.message;
  };

  /** The profile with its address, which the built-in one has once its service runs. */
  const withAddress = async (found: Profile): Promise<Result<Profile>> => {
    if (found.kind !== 'demo') return succeed(found);
    const started = await demo.start();
    if (started.ok && started.value.baseUrl !== found.baseUrl) {
      events.publish({ type: 'changed', topic: 'profiles' });
    }
    return started;
  };

  const makeCurrent = async (next: Profile) => {
    tokenStore.deactivate();
    const loaded = await tokenStore.load(next);
    // Without a token no request is sent before the next sign-in.
    const addressed = loaded.token ? await withAddress(next) : succeed(next);
    profile = addressed.ok ? addressed.value : next;
    connection = initialConnection(profile, demo);
    await openFor(loaded.username ?? settings.current().lastUsernames[profile.id]);
    if (loaded.token) tokenStore.activate(profile, loaded.token);
    changed();
  };

  const select = async (id: string): Promise<Result<SessionState>> => {
    const next = profiles.find(id);
    if (!next) return noSuchProfile(id);
    if (next.id !== profile.id) {
      await saveSettings((current) => ({ ...current, currentProfileId: next.id }));
      await makeCurrent(next);
    }
    return succeed(state());
  };

  const updateConnection = (failure: Failure) => {
    const reachability = reachabilityAfter(failure);
    if (reachability === 'unknown') return;
    connection = reachability === 'reached' ? { connection: 'online' } : offlineBecause(failure);
    changed();
  };

  const signIn = async (input: SignIn): Promise<Result<SessionState>> => {
    const found = profiles.find(input.profileId);
    if (!found) return noSuchProfile(input.profileId);
    const addressed = await withAddress(found);
    if (!addressed.ok) {
      if (found.id === profile.id) updateConnection(addressed.failure);
      return addressed;
    }
    const target = addressed.value;
    if (target.id === profile.id) profile = target;
    const login = await deps.logIn(target, input.username, input.password, closing.signal);
    if (!login.ok) {
      if (target.id === profile.id) updateConnection(login.failure);
      return login;
    }
    const token = issueToken(input.username, login.value, clock);
    if (target.id !== profile.id || input.username !== username) tokenStore.deactivate();
    profile = target;
    connection = { connection: 'online' };
    await openFor(input.username);
    await tokenStore.save(target, token);
    await saveSettings((current) => ({
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
      // The token must not be sent to another address than that of the service that issued it.
      if (!sharesOrigin(profile, saved.value)) await tokenStore.remove(profile);
      profile = saved.value;
      changed();
    }
    events.publish({ type: 'changed', topic: 'profiles' });
    return saved;
  };

  const removeProfile = async (id: string): Promise<Result<void>> => {
    const removed = await profiles.remove(id);
    if (!removed.ok) return removed;
    if (id === profile.id) {
      tokenStore.deactivate();
      await select(demo.current().id);
    }
    // Last, so that the problem of a token that is left outlives the selection of another profile.
    await tokenStore.removeEntry(id);
    events.publish({ type: 'changed', topic: 'profiles' });
    return removed;
  };

  return {
    state,
    profiles: profiles.all,
    start: () => switches.run(() => makeCurrent(profile)),
    saveProfile: (form) => switches.run(() => saveProfile(form)),
    removeProfile: (id) => switches.run(() => removeProfile(id)),
    selectProfile: (id) => switches.run(() => select(id)),
    signIn: (input) => switches.run(() => signIn(input)),
    signOut: () =>
      switches.run(async () => {
        await tokenStore.remove(profile);
        changed();
        return state();
      }),
    access: {
      profile: () => profile,
      token: () => tokenStore.current()?.token,
      reportRefusedToken: tokenStore.reject,
      reportConnection(failure) {
        connection = failure === undefined ? { connection: 'online' } : offlineBecause(failure);
        changed();
      },
      waitForSignIn: (signal) => untilSignedIn(() => tokenStore.current() !== undefined, onChange, signal),
    },
    replaceWorkspace: (work) =>
      switches.run(async () => {
        workspace = await work();
        changed();
        return state();
      }),
    setWorkspaceStatus(status) {
      workspace = status;
      changed();
    },
    onChange,
    async close() {
      closing.abort();
      await switches.settled();
      tokenStore.close();
    },
  };
}

/** The connection status before the first request. */
function initialConnection(profile: Profile, demo: DemoProfile): ConnectionStatus {
  const demoProblem = demo.problem();
  return profile.kind === 'demo' && demoProblem !== undefined
    ? offlineBecause(demoProblem)
    : { connection: 'unknown' };
}

function offlineBecause({ message, details }: Failure): ConnectionStatus {
  return { connection: 'offline', connectionProblem: message, connectionDetails: details };
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
