import { type Failure, type Result, succeed } from '../../../shared/result.ts';
import type { SessionState, SignIn } from '../../../shared/session/session-state.ts';
import type { Profile, ProfileForm } from '../../../shared/settings/profile.ts';
import type { Events } from '../base/events.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import type { LogIn } from '../service/login.ts';
import { reachabilityAfter } from '../service/reachability.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import { hasSameOrigin } from '../service/service-address.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { issueToken } from './access-token.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Keychain } from './keychain.ts';
import { createProfileList, noSuchProfile } from './profile-list.ts';
import { TokenStore } from './token-store.ts';

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

/** The account to which a workspace belongs. */
export type Account = { readonly profile: Profile; readonly username: string };

/** The built-in profile, whose service is started when it is first needed. */
export type DemoProfile = {
  /** Its addresses are empty while the service does not run. */
  current(): Profile;
  /** Reason why the service cannot be used, if it is switched off or its last start failed. */
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

type Listener = (state: SessionState) => void;

/**
 * The sign-in session. One profile is current at a time; only the session holds its token. Until `start` there is none.
 *
 * Sign-ins, sign-outs and switches are serialized. A switch clears the old token first, then closes the old workspace,
 * opens the new one and finally sets the new token. So no task of one account can run with the token of another.
 */
export class Session {
  readonly #deps: SessionDeps;
  readonly #clock: Clock;
  readonly #profiles: ReturnType<typeof createProfileList>;
  readonly #tokens: TokenStore;
  readonly #switches = createSerialQueue();
  readonly #closing = new AbortController();
  readonly #listeners = new Set<Listener>();
  #profile: Profile;
  #username: string | undefined;
  #workspace: WorkspaceStatus = { workspace: 'none' };
  #settingsProblem: string | undefined;
  #connection: ConnectionStatus;
  #published = '';

  constructor(deps: SessionDeps) {
    const { settings, demo, keychain, clock = systemClock } = deps;
    this.#deps = deps;
    this.#clock = clock;
    this.#profiles = createProfileList(demo.current, settings);
    this.#tokens = new TokenStore({ keychain, clock, changed: () => this.#changed() });
    this.#profile = this.#profiles.find(settings.current().currentProfileId) ?? demo.current();
    this.#settingsProblem = settings.problem;
    this.#connection = initialConnection(this.#profile, demo);
  }

  /** The access of service clients to profile and token. */
  readonly access: ServiceAccess = {
    profile: () => this.#profile,
    token: () => this.#tokens.current()?.token,
    reportRefusedToken: (token) => this.#tokens.reject(token),
    reportConnection: (failure) => {
      this.#connection = failure === undefined ? { connection: 'online' } : offlineBecause(failure);
      this.#changed();
    },
    waitForSignIn: (signal) => this.#untilSignedIn(signal),
  };

  state(): SessionState {
    const { hostProblem } = this.#deps;
    return {
      profile: this.#profile,
      ...this.#tokens.state(),
      ...(this.#username === undefined ? {} : { username: this.#username }),
      ...(this.#settingsProblem === undefined ? {} : { settingsProblem: this.#settingsProblem }),
      ...(hostProblem === undefined ? {} : { hostProblem }),
      ...this.#connection,
      ...this.#workspace,
    };
  }

  /** Calls `listener` whenever `state()` has changed. Returns a function that unsubscribes. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Makes the last profile current and restores its token. */
  start(): Promise<void> {
    return this.#switches.run(() => this.#makeCurrent(this.#profile));
  }

  profiles(): readonly Profile[] {
    return this.#profiles.all();
  }

  saveProfile(form: ProfileForm): Promise<Result<Profile>> {
    return this.#switches.run(async () => {
      const saved = await this.#profiles.save(form);
      if (!saved.ok) return saved;
      if (saved.value.id === this.#profile.id) {
        // The token must not be sent to another address than that of the service that issued it.
        if (!sharesOrigin(this.#profile, saved.value)) await this.#tokens.remove(this.#profile);
        this.#profile = saved.value;
        this.#changed();
      }
      this.#publishProfiles();
      return saved;
    });
  }

  removeProfile(id: string): Promise<Result<void>> {
    return this.#switches.run(async () => {
      const removed = await this.#profiles.remove(id);
      if (!removed.ok) return removed;
      if (id === this.#profile.id) {
        this.#tokens.deactivate();
        await this.#select(this.#deps.demo.current().id);
      }
      // Last, so that the problem of a token that is left outlives the selection of another profile.
      await this.#tokens.removeEntry(id);
      this.#publishProfiles();
      return removed;
    });
  }

  /** Makes a profile current and signs in with its stored token, if that has not expired. */
  selectProfile(id: string): Promise<Result<SessionState>> {
    return this.#switches.run(() => this.#select(id));
  }

  /** Starts the service of the current profile if it is the built-in one, so that a sign-in need not wait for it. */
  prepareSignIn(): Promise<void> {
    return this.#switches.run(async () => {
      const addressed = await this.#withAddress(this.#profile);
      if (!addressed.ok) this.#updateConnection(addressed.failure);
    });
  }

  signIn(input: SignIn): Promise<Result<SessionState>> {
    return this.#switches.run(() => this.#signIn(input));
  }

  /** Deletes the token from memory and from the keychain. The workspace stays open. */
  signOut(): Promise<SessionState> {
    return this.#switches.run(async () => {
      await this.#tokens.remove(this.#profile);
      this.#changed();
      return this.state();
    });
  }

  /**
   * Runs `work`, which opens another file or reopens the same one, serialized with switches of the account. Applies the
   * status that it returns.
   */
  replaceWorkspace(work: () => Promise<WorkspaceStatus>): Promise<SessionState> {
    return this.#switches.run(async () => {
      this.setWorkspaceStatus(await work());
      return this.state();
    });
  }

  /** Sets the status of the open workspace. */
  setWorkspaceStatus(status: WorkspaceStatus): void {
    this.#workspace = status;
    this.#changed();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#switches.settled();
    this.#tokens.close();
  }

  #changed(): void {
    const now = this.state();
    const text = JSON.stringify(now);
    if (text === this.#published) return;
    this.#published = text;
    this.#deps.events.publish({ type: 'session', state: now });
    for (const listener of [...this.#listeners]) listener(now);
  }

  #publishProfiles(): void {
    this.#deps.events.publish({ type: 'changed', topic: 'profiles' });
  }

  async #select(id: string): Promise<Result<SessionState>> {
    const next = this.#profiles.find(id);
    if (!next) return noSuchProfile(id);
    if (next.id !== this.#profile.id) {
      await this.#saveSettings((current) => ({ ...current, currentProfileId: next.id }));
      await this.#makeCurrent(next);
    }
    return succeed(this.state());
  }

  async #makeCurrent(next: Profile): Promise<void> {
    const { demo, settings } = this.#deps;
    this.#tokens.deactivate();
    const loaded = await this.#tokens.load(next);
    // Without a token no request is sent before the next sign-in.
    const addressed = loaded.token ? await this.#withAddress(next) : succeed(next);
    this.#profile = addressed.ok ? addressed.value : next;
    this.#connection = initialConnection(this.#profile, demo);
    await this.#openFor(loaded.username ?? settings.current().lastUsernames[this.#profile.id]);
    if (loaded.token) this.#tokens.activate(this.#profile, loaded.token);
    this.#changed();
  }

  async #signIn(input: SignIn): Promise<Result<SessionState>> {
    const found = this.#profiles.find(input.profileId);
    if (!found) return noSuchProfile(input.profileId);
    const addressed = await this.#withAddress(found);
    if (!addressed.ok) {
      if (found.id === this.#profile.id) this.#updateConnection(addressed.failure);
      return addressed;
    }
    const target = addressed.value;
    if (target.id === this.#profile.id) this.#profile = target;
    const login = await this.#deps.logIn(target, input.username, input.password, this.#closing.signal);
    if (!login.ok) {
      if (target.id === this.#profile.id) this.#updateConnection(login.failure);
      return login;
    }
    const token = issueToken(input.username, login.value, this.#clock);
    if (target.id !== this.#profile.id || input.username !== this.#username) this.#tokens.deactivate();
    this.#profile = target;
    this.#connection = { connection: 'online' };
    await this.#openFor(input.username);
    await this.#tokens.save(target, token);
    await this.#saveSettings((current) => ({
      ...current,
      currentProfileId: target.id,
      lastUsernames: { ...current.lastUsernames, [target.id]: input.username },
    }));
    this.#changed();
    return succeed(this.state());
  }

  async #openFor(username: string | undefined): Promise<void> {
    this.#username = username;
    const account = username === undefined ? undefined : { profile: this.#profile, username };
    this.#workspace = await this.#deps.openWorkspace(account);
  }

  async #saveSettings(change: Parameters<SettingsFile['change']>[0]): Promise<void> {
    const { settings } = this.#deps;
    const saved = await settings.change(change);
    // What was wrong with the file at the start stays known; a change that could not be saved ends with one that was.
    this.#settingsProblem = saved.ok ? settings.problem : saved.failure.message;
  }

  /** The profile with its address, which the built-in one has once its service runs. */
  async #withAddress(found: Profile): Promise<Result<Profile>> {
    if (found.kind !== 'demo') return succeed(found);
    const started = await this.#deps.demo.start();
    if (started.ok && started.value.baseUrl !== found.baseUrl) this.#publishProfiles();
    return started;
  }

  #updateConnection(failure: Failure): void {
    const reachability = reachabilityAfter(failure);
    if (reachability === 'unknown') return;
    this.#connection = reachability === 'reached' ? { connection: 'online' } : offlineBecause(failure);
    this.#changed();
  }

  #untilSignedIn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (!signal.aborted && this.#tokens.current() === undefined) return;
        stop();
        signal.removeEventListener('abort', settle);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const stop = this.onChange(settle);
      signal.addEventListener('abort', settle);
      settle();
    });
  }
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
