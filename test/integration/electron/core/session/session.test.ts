import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import type { LogIn } from '../../../../../electron/core/service/login.ts';
import { type Account, Session, type SessionDeps } from '../../../../../electron/core/session/session.ts';
import { openSettingsFile } from '../../../../../electron/core/settings/settings-file.ts';
import type { AppEvent } from '../../../../../shared/events/app-event.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import type { ProfileForm } from '../../../../../shared/settings/profile.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { buildProfile } from '../../../../builders/service-access.ts';

let dataDir: string;
let settingsFile: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-session-'));
  settingsFile = path.join(dataDir, 'settings.json');
});
afterEach(() => rm(dataDir, { recursive: true }));

const runningDemo = buildProfile('http://127.0.0.1:1', { id: 'demo', kind: 'demo', name: 'Demo service' });
const form: ProfileForm = {
  name: 'Real service',
  baseUrl: 'https://service.example.org/',
  imageBaseUrl: 'https://images.example.org',
};
const acceptAll: LogIn = async (_profile, username) =>
  succeed({ token: `token-of-${username}`, expiresInSeconds: 3600 });

/** Starts a session on the data folder, as each start of the app does. */
async function start(more: Partial<SessionDeps> = {}) {
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  const accounts: (string | undefined)[] = [];
  const session = new Session({
    keychain: createMemoryKeychain(),
    settings: await openSettingsFile(settingsFile),
    logIn: acceptAll,
    demo: { current: () => runningDemo, problem: () => undefined, start: async () => succeed(runningDemo) },
    events,
    async openWorkspace(account: Account | undefined) {
      accounts.push(account && `${account.profile.name}/${account.username}`);
      return account ? { workspace: 'open', workspacePath: account.username } : { workspace: 'none' };
    },
    ...more,
  });
  await session.start();
  return { session, published, accounts };
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

describe('signing in', () => {
  it('begins with the demo profile, signed out and without a workspace', async () => {
    const { session, accounts } = await start();
    expect(session.state()).toMatchObject({
      profile: { id: 'demo' },
      status: 'signed-out',
      connection: 'unknown',
      workspace: 'none',
    });
    expect(accounts).toEqual([undefined]);
  });

  it('opens the workspace of the account and publishes the state, without the token', async () => {
    const { session, published } = await start();
    const state = valued(await session.signIn({ profileId: 'demo', username: 'anna', password: 'p' }));
    expect(state).toMatchObject({
      status: 'signed-in',
      username: 'anna',
      tokenStorage: 'keychain',
      connection: 'online',
      workspace: 'open',
    });
    expect(session.access.token()).toBe('token-of-anna');
    expect(published.at(-1)).toEqual({ type: 'session', state });
    expect(JSON.stringify([published, session.state(), session.profiles()])).not.toContain('token-of');
    for (const file of await readdir(dataDir)) {
      expect(await readFile(path.join(dataDir, file), 'utf8')).not.toContain('token-of');
    }
  });

  it('signs in by itself at the next start', async () => {
    const keychain = createMemoryKeychain();
    const first = await start({ keychain });
    await first.session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    await first.session.close();
    const neverAsked: LogIn = async () => fail('refused', 'It asked.');
    const { session, accounts } = await start({ keychain, logIn: neverAsked });
    expect(session.state()).toMatchObject({ status: 'signed-in', username: 'anna', workspace: 'open' });
    expect(session.access.token()).toBe('token-of-anna');
    expect(accounts).toEqual(['Demo service/anna']);
  });

  it('holds the token for this run when the keychain fails, reports that, and opens the workspace at the next start', async () => {
    const keychain = createMemoryKeychain();
    keychain.failure = 'The keyring is locked.';
    const first = await start({ keychain });
    const state = valued(await first.session.signIn({ profileId: 'demo', username: 'anna', password: 'p' }));
    expect(state).toMatchObject({ tokenStorage: 'memory', keychainProblem: 'The keyring is locked.' });
    const { session, accounts } = await start({ keychain });
    expect(session.state()).toMatchObject({ status: 'signed-out', username: 'anna', workspace: 'open' });
    expect(session.state().keychainProblem).toBe('The keyring is locked.');
    expect(accounts).toEqual(['Demo service/anna']);
  });

  it('changes nothing when the service refuses', async () => {
    const { session, accounts } = await start({ logIn: async () => fail('wrong-credentials', 'No.') });
    const refused = await session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'wrong-credentials' } });
    expect(session.state()).toMatchObject({ status: 'signed-out', workspace: 'none' });
    expect(accounts).toEqual([undefined]);
  });

  it('updates the connection status after a refused sign-in', async () => {
    let failure = fail('unreachable', 'Nobody answers.');
    const { session } = await start({ logIn: async () => failure });
    const attempt = () => session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    expect(session.state()).toMatchObject({ connection: 'unknown' });
    await attempt();
    expect(session.state()).toMatchObject({ connection: 'offline', connectionProblem: 'Nobody answers.' });
    failure = fail('wrong-credentials', 'No.');
    await attempt();
    expect(session.state()).toMatchObject({ connection: 'online' });
    failure = fail('cancelled', 'Never mind.');
    await attempt();
    expect(session.state()).toMatchObject({ connection: 'online' });
  });

  it('reports why the demo service does not run, and starts it at the next sign-in', async () => {
    const stopped = { ...runningDemo, baseUrl: '' };
    const problem = 'The demo service could not be started: port taken.';
    const starts = [fail('unreachable', problem), succeed(runningDemo)];
    const { session, published } = await start({
      demo: {
        current: () => stopped,
        problem: () => undefined,
        start: async () => starts.shift() ?? succeed(runningDemo),
      },
    });
    expect(starts, 'starts of the service before it is used').toHaveLength(2);
    const attempt = () => session.signIn({ profileId: 'demo', username: 'a', password: 'p' });
    expect(await attempt()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
    expect(session.state()).toMatchObject({ connection: 'offline', connectionProblem: problem });
    expect(await attempt()).toMatchObject({ ok: true });
    expect(session.state()).toMatchObject({ connection: 'online', profile: runningDemo });
    expect(published, 'the list of profiles has its address').toContainEqual({
      type: 'changed',
      topic: 'profiles',
    });
  });

  it('has the demo service start beforehand, and states why it does not', async () => {
    const stopped = { ...runningDemo, baseUrl: '' };
    const problem = 'The demo service could not be started: port taken.';
    const starts = [fail('unreachable', problem), succeed(runningDemo)];
    const { session, published } = await start({
      demo: {
        current: () => stopped,
        problem: () => undefined,
        start: async () => starts.shift() ?? fail('unreachable', 'It was started once more.'),
      },
    });
    await session.prepareSignIn();
    expect(session.state()).toMatchObject({ connection: 'offline', connectionProblem: problem });
    await session.prepareSignIn();
    expect(published).toContainEqual({ type: 'changed', topic: 'profiles' });
    expect(session.state()).toMatchObject({ status: 'signed-out', workspace: 'none' });
    await session.saveProfile(form);
    const other = session.profiles().find(({ name }) => name === form.name)?.id ?? '';
    await session.selectProfile(other);
    await session.prepareSignIn();
    expect(session.state(), 'another service is not started').toMatchObject({ connection: 'unknown' });
  });

  it('is cancelled when the app closes', async () => {
    const logIn: LogIn = (_profile, _username, _password, signal) =>
      new Promise((resolve) => {
        const cancel = () => resolve(fail('cancelled', 'Cancelled.'));
        if (signal?.aborted) cancel();
        signal?.addEventListener('abort', cancel);
      });
    const { session } = await start({ logIn });
    const signingIn = session.signIn({ profileId: 'demo', username: 'a', password: 'p' });
    await session.close();
    expect(await signingIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  });
});

describe('signing out', () => {
  it('forgets the token here and in the keychain, and leaves the workspace open', async () => {
    const keychain = createMemoryKeychain();
    const { session } = await start({ keychain });
    await session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    expect(await session.signOut()).toMatchObject({ status: 'signed-out', workspace: 'open' });
    expect(session.access.token()).toBeUndefined();
    expect(keychain.entries.size).toBe(0);
  });

  it('by the service: waiting callers continue after the next sign-in', async () => {
    const { session } = await start();
    await session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    session.access.reportRefusedToken('token-of-anna');
    expect(session.state().status).toBe('expired');
    let hasGoneOn = false;
    const waiting = session.access.waitForSignIn(new AbortController().signal).then(() => {
      hasGoneOn = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(hasGoneOn).toBe(false);
    await session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    await waiting;
    expect(hasGoneOn).toBe(true);
  });

  it('rejects waiting callers that were cancelled', async () => {
    const { session } = await start();
    const controller = new AbortController();
    const waiting = session.access.waitForSignIn(controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('another account', () => {
  it('gets its token only after the workspace of the former one is left', async () => {
    const seen: (string | undefined)[] = [];
    let token = (): string | undefined => undefined;
    const { session } = await start({
      async openWorkspace() {
        // What still runs for the former account could use its token now.
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push(token());
        return { workspace: 'open' };
      },
    });
    token = session.access.token;
    await session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    await session.signIn({ profileId: 'demo', username: 'berta', password: 'p' });
    expect(seen).toEqual([undefined, undefined, undefined]);
    expect(session.access.token()).toBe('token-of-berta');
  });

  it('of another profile: its stored token and last workspace are restored', async () => {
    const keychain = createMemoryKeychain();
    const { session, accounts } = await start({ keychain });
    const profile = valued(await session.saveProfile(form));
    await session.signIn({ profileId: 'demo', username: 'anna', password: 'p' });
    await session.signIn({ profileId: profile.id, username: 'berta', password: 'p' });
    expect(session.state()).toMatchObject({ profile: { id: profile.id }, username: 'berta' });
    const back = valued(await session.selectProfile('demo'));
    expect(back).toMatchObject({ profile: { id: 'demo' }, status: 'signed-in', username: 'anna' });
    expect(session.access.token()).toBe('token-of-anna');
    expect(accounts.slice(-3)).toEqual(['Demo service/anna', 'Real service/berta', 'Demo service/anna']);
  });
});

describe('profiles', () => {
  it('are saved, with normalized addresses', async () => {
    const first = await start();
    const saved = valued(await first.session.saveProfile(form));
    expect(saved).toMatchObject({ kind: 'custom', baseUrl: 'https://service.example.org', brand: 'svc' });
    const { session } = await start();
    expect(session.profiles()).toEqual([runningDemo, saved]);
  });

  it.each([
    ['baseUrl', 'service', 'not a web address'],
    ['baseUrl', 'ftp://service.example.org', 'not a web address'],
    ['baseUrl', 'http://service.example.org', 'https://'],
    ['imageBaseUrl', 'http://images.example.org', 'https://'],
    ['baseUrl', 'https://anna:secret@service.example.org', 'user name or password'],
    ['baseUrl', 'https://service.example.org/?a=1', 'what follows'],
    ['name', 'demo SERVICE', 'Another profile'],
    ['name', '  ', 'name'],
    ['brand', 'a b', 'letters and digits'],
  ])('refuse %s “%s”', async (field, value, remedy) => {
    const { session } = await start();
    const refused = await session.saveProfile({ ...form, [field]: value });
    const problems = refused.ok ? [] : (refused.failure.problems ?? []);
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    expect(problems[0]?.message).toContain(remedy);
    expect(session.profiles()).toEqual([runningDemo]);
  });

  it('accept plain HTTP on this computer', async () => {
    const { session } = await start();
    const local = { ...form, baseUrl: 'http://localhost:8080', imageBaseUrl: 'http://127.0.0.1/i' };
    expect((await session.saveProfile(local)).ok).toBe(true);
  });

  it('lose their token when their address changes, not when their name changes', async () => {
    const keychain = createMemoryKeychain();
    const { session } = await start({ keychain });
    const { id } = valued(await session.saveProfile(form));
    await session.signIn({ profileId: id, username: 'anna', password: 'p' });
    await session.saveProfile({ ...form, id, name: 'Renamed' });
    expect(session.state()).toMatchObject({ profile: { name: 'Renamed' }, status: 'signed-in' });
    await session.saveProfile({ ...form, id, baseUrl: 'https://elsewhere.example.org' });
    expect(session.access.token()).toBeUndefined();
    expect(session.state().status).toBe('signed-out');
    expect(keychain.entries.size).toBe(0);
  });

  it('are removed with their token, except the demo profile', async () => {
    const keychain = createMemoryKeychain();
    const { session, published } = await start({ keychain });
    const { id } = valued(await session.saveProfile(form));
    await session.signIn({ profileId: id, username: 'anna', password: 'p' });
    expect((await session.removeProfile(id)).ok).toBe(true);
    expect(session.state().profile.id).toBe('demo');
    expect(keychain.entries.size).toBe(0);
    expect(published).toContainEqual({ type: 'changed', topic: 'profiles' });
    expect(await session.removeProfile('demo')).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    expect(await session.removeProfile(id)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  });
});

describe('a profile that is removed while the keychain is locked', () => {
  it.for(['current', 'other'])('leaves a note on its token (%s profile)', async (which) => {
    const keychain = createMemoryKeychain();
    const { session } = await start({ keychain });
    const { id } = valued(await session.saveProfile(form));
    await session.signIn({ profileId: id, username: 'anna', password: 'p' });
    if (which === 'other') await session.selectProfile('demo');
    keychain.failure = 'It is locked.';
    expect((await session.removeProfile(id)).ok).toBe(true);
    expect(session.state()).toMatchObject({ profile: { id: 'demo' }, status: 'signed-out' });
    expect(session.state().keychainProblem).toMatch(
      /^The token of the removed profile may still be in the keychain\. It is locked\./,
    );
  });
});

describe('the settings file', () => {
  it('is renamed when it is damaged, and the state has the new name', async () => {
    await writeFile(settingsFile, '{"version":1,"profiles":[');
    const { session } = await start();
    const problem = session.state().settingsProblem ?? '';
    const [aside] = (await readdir(dataDir)).filter((name) => name.includes('damaged'));
    expect(problem).toContain(aside);
    expect(await readFile(path.join(dataDir, aside ?? ''), 'utf8')).toBe('{"version":1,"profiles":[');
    expect((await session.saveProfile(form)).ok).toBe(true);
  });

  it('is no problem any more once a later change of it is saved', async () => {
    const { session } = await start();
    // Nothing can be renamed to a folder.
    await mkdir(path.join(settingsFile, 'full'), { recursive: true });
    await session.signIn({ profileId: 'demo', username: 'a', password: 'p' });
    expect(session.state().settingsProblem).toContain('could not be written');
    await rm(settingsFile, { recursive: true });
    await session.signIn({ profileId: 'demo', username: 'a', password: 'p' });
    expect(session.state()).not.toHaveProperty('settingsProblem');
  });

  it('of a newer Sightline is not changed', async () => {
    const text = '{"version":2,"something":"else"}';
    await writeFile(settingsFile, text);
    const { session } = await start();
    expect(session.state().settingsProblem).toContain('newer Sightline');
    expect(await session.saveProfile(form)).toMatchObject({ ok: false, failure: { code: 'read-only' } });
    expect((await session.signIn({ profileId: 'demo', username: 'a', password: 'p' })).ok).toBe(true);
    expect(await readFile(settingsFile, 'utf8')).toBe(text);
  });
});
