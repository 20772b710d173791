import { X509Certificate } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Network } from '../../../../../electron/core/network/network.ts';
import type { SystemProxies } from '../../../../../electron/core/network/settings-access.ts';
import { createHttp } from '../../../../../electron/core/service/http.ts';
import { openSettingsFile } from '../../../../../electron/core/settings/settings-file.ts';
import { defaultProxySettings, type ProxyForm } from '../../../../../shared/settings/network.ts';
import { makeAuthority, type TestAuthority } from '../../../../builders/certificate.ts';
import { type ConnectProxy, startConnectProxy } from '../../../../builders/connect-proxy.ts';
import { sendJson, startHttpServer } from '../../../../builders/http-server.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const opened: { close(): unknown }[] = [];
/** Requests that the connection test may send. */
let token: string | undefined;
afterEach(async () => {
  token = undefined;
  for (const each of opened.splice(0)) await each.close();
});

let authority: TestAuthority;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-test-'));
  authority = await makeAuthority(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startProxy(): Promise<ConnectProxy> {
  const proxy = await startConnectProxy();
  opened.push(proxy);
  return proxy;
}

/** A service under the name service.test that accepts the token `test-token`. */
async function serve(names: readonly string[] = ['service.test'], days = 1) {
  const server = await startHttpServer(
    ({ headers }, response) =>
      sendJson(response, headers.authorization === 'Bearer test-token' ? 200 : 401, []),
    await authority.issue(names, days),
  );
  opened.push(server);
  return server.url.replace('127.0.0.1', 'service.test');
}

async function build({
  environment = {} as Record<string, string>,
  systemProxies = undefined as SystemProxies | undefined,
} = {}) {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'settings.json');
  const settings = await openSettingsFile(file);
  const keychain = createMemoryKeychain();
  const certificates = path.join(folder, 'certificates');
  const network = new Network({
    ...{ settings, keychain, folder: certificates, environment, systemProxies },
    tokenFor: () => token,
  });
  /** Another run with the same settings and keychain. */
  const restart = async (changedEnvironment = environment) =>
    new Network({
      settings: await openSettingsFile(file),
      keychain,
      folder: certificates,
      environment: changedEnvironment,
      tokenFor: () => token,
    });
  return { network, keychain, folder, file, certificates, restart };
}

function form(more: Partial<ProxyForm>): ProxyForm {
  return { ...defaultProxySettings, password: null, ...more };
}

/** The authority in a file that the user has chosen. */
async function authorityFile(isTemporary = false) {
  const file = path.join(await makeTempFolder(), 'authority.pem');
  await copyFile(authority.file, file);
  return { path: file, name: 'authority.pem', isTemporary };
}

describe('the route', () => {
  const url = new URL('https://service.test/a/path?x=1');

  it('follows the environment, unless the settings say otherwise', async () => {
    const { network } = await build({ environment: { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'other.test' } });
    expect(await network.access.route(url)).toMatchObject([{ host: 'a', port: 1 }]);
    expect(await network.access.route(new URL('https://other.test/'))).toEqual([null]);
    expect(await network.state()).toMatchObject({
      system: 'environment',
      environment: 'HTTPS_PROXY=http://a:1  NO_PROXY=other.test',
    });

    await network.setProxy(form({ exceptions: 'service.test' }));
    expect(await network.access.route(url)).toEqual([null]);
    await network.setProxy(form({ mode: 'manual', address: 'b:2' }));
    expect(await network.access.route(url)).toMatchObject([{ host: 'b', port: 2 }]);
    await network.setProxy(form({ mode: 'none' }));
    expect(await network.access.route(url)).toEqual([null]);
  });

  it('asks the system where the host can, and gives it the script, but never the path of a request', async () => {
    const calls: string[] = [];
    const systemProxies: SystemProxies = {
      async resolve(address) {
        calls.push(`resolve ${address}`);
        return 'PROXY a:1; DIRECT';
      },
      async follow({ mode, script }) {
        calls.push(`follow ${mode} ${script}`);
      },
    };
    const { network } = await build({ systemProxies, environment: { HTTPS_PROXY: 'http://ignored:1' } });
    expect(await network.access.route(url)).toMatchObject([{ host: 'a' }, null]);
    const script = 'http://proxy.test/proxy.pac';
    expect((await network.setProxy(form({ mode: 'script', script }))).ok).toBe(true);
    await network.access.route(url);
    await network.access.route(url);
    await network.setProxy(form({}));
    await network.access.route(url);
    const resolve = 'resolve https://service.test/';
    expect(calls).toEqual([
      ...['follow system ', resolve, `follow script ${script}`, resolve, resolve],
      ...['follow system ', resolve],
    ]);
  });

  it('fails by name when the script throws', async () => {
    const systemProxies: SystemProxies = {
      resolve: () => Promise.reject(new Error('ERR_PAC_SCRIPT_FAILED')),
      follow: async () => {},
    };
    const { network } = await build({ systemProxies });
    await network.setProxy(form({ mode: 'script', script: 'http://proxy.test/proxy.pac' }));
    const http = createHttp({ network: network.access });
    const outcome = await http({ method: 'GET', url, maxBytes: 10, connection: 'fresh' });
    expect(outcome).toMatchObject({ ok: false, sent: false, failure: { code: 'proxy' } });
    const [only] = await network.testConnection(url.href);
    expect(only).toMatchObject({ hop: 'route', outcome: 'failed' });
    expect(only?.detail).toContain('script');
  });

  it('has no scripts in the browser host', async () => {
    const { network } = await build();
    const refused = await network.setProxy(form({ mode: 'script', script: 'http://proxy.test/proxy.pac' }));
    expect(refused).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect((await network.state()).proxy.mode).toBe('system');
  });
});

describe('the password of the proxy', () => {
  it('is in the keychain only, and removed with the user name', async () => {
    const { network, keychain, file } = await build();
    const manual = form({ mode: 'manual', address: 'a:1', username: 'anna', password: 'sEcret-1' });
    const saved = await network.setProxy(manual);
    expect(saved).toMatchObject({ ok: true, value: { passwordStorage: 'keychain' } });
    expect([...keychain.entries.values()]).toEqual(['sEcret-1']);
    expect(await readFile(file, 'utf8')).not.toContain('sEcret-1');
    expect(JSON.stringify(await network.state())).not.toContain('sEcret-1');
    const [proxy] = await network.access.route(new URL('https://service.test/'));
    expect(proxy?.login).toEqual({ username: 'anna', password: 'sEcret-1' });

    await network.setProxy({ ...manual, address: 'b:1', password: null });
    const [other] = await network.access.route(new URL('https://service.test/'));
    expect(other).toMatchObject({ host: 'b', login: { username: 'anna', password: '' } });
    await network.setProxy({ ...manual, username: '', password: null });
    expect(keychain.entries.size).toBe(0);
  });

  it('is never sent to another host, also after a restart', async () => {
    const { network, keychain, restart } = await build({ environment: { HTTPS_PROXY: 'http://c:1' } });
    const manual = form({ mode: 'manual', address: 'a:1', username: 'anna', password: 'sEcret-1' });
    const url = new URL('https://service.test/');
    for (const changed of [
      { address: 'b:1' },
      { address: 'a:2' },
      { address: 'socks5://a:1' },
      { mode: 'system' as const },
    ]) {
      await network.setProxy(manual);
      const state = await network.setProxy({ ...manual, ...changed, password: null });
      expect(state).toMatchObject({ ok: true, value: { passwordStorage: 'none' } });
      for (const { access } of [network, await restart()]) {
        const [proxy] = await access.route(url);
        expect(proxy?.login, JSON.stringify(changed)).toEqual({ username: 'anna', password: '' });
      }
      expect(keychain.entries.size, 'the former is removed').toBe(0);
    }
    await network.setProxy(manual);
    await network.setProxy({ ...manual, mode: 'none', password: null });
    await network.setProxy({ ...manual, password: null });
    const [same] = await network.access.route(url);
    expect(same?.login, 'the same host again').toEqual({ username: 'anna', password: 'sEcret-1' });
  });

  it('is never sent to the proxy of another environment', async () => {
    const { network, restart } = await build({ environment: { HTTPS_PROXY: 'http://c:1' } });
    await network.setProxy(form({ username: 'anna', password: 'sEcret-1' }));
    const url = new URL('https://service.test/');
    const passwords = [];
    for (const address of ['http://c:1', 'http://d:1']) {
      const [proxy] = await (await restart({ HTTPS_PROXY: address })).access.route(url);
      passwords.push(proxy?.login?.password);
    }
    expect(passwords).toEqual(['sEcret-1', '']);
  });

  it('is lost at the end without a keychain, and that is reported', async () => {
    const { network, keychain, file } = await build();
    keychain.failure = 'The keyring is locked.';
    const saved = await network.setProxy(
      form({ mode: 'manual', address: 'a:1', username: 'anna', password: 'sEcret-1' }),
    );
    expect(saved).toMatchObject({
      ok: true,
      value: { passwordStorage: 'memory', keychainProblem: 'The keyring is locked.' },
    });
    const [proxy] = await network.access.route(new URL('https://service.test/'));
    expect(proxy?.login).toBeDefined();
    expect(await readFile(file, 'utf8')).not.toContain('sEcret-1');
  });
});

describe('certificates', () => {
  it('of an authority are trusted from then on, and no longer when it was removed', async () => {
    const { network } = await build();
    const proxy = await startProxy();
    const url = new URL(await serve());
    await network.setProxy(form({ mode: 'manual', address: `127.0.0.1:${proxy.port}` }));
    const http = createHttp({ network: network.access });
    const get = async () => {
      const outcome = await http({ method: 'GET', url, maxBytes: 100, connection: 'reused' });
      return outcome.ok ? outcome.response.status : outcome.failure.code;
    };
    expect(await get()).toBe('tls');
    const added = await network.addAuthority(await authorityFile());
    if (!added.ok) throw new Error(added.failure.message);
    expect(added.value.authorities).toMatchObject([
      { name: 'authority.pem', certificates: [{ subject: 'Test authority' }], problem: null },
    ]);
    expect(await get()).toBe(401);
    await network.removeAuthority(added.value.authorities[0]?.id ?? '');
    expect(await get()).toBe('tls');
  });

  it('that were uploaded are copied, and the copy is deleted with them', async () => {
    const { network, certificates } = await build();
    const added = await network.addAuthority(await authorityFile(true));
    if (!added.ok) throw new Error(added.failure.message);
    expect(await readdir(certificates)).toHaveLength(1);
    await network.removeAuthority(added.value.authorities[0]?.id ?? '');
    expect(await readdir(certificates)).toEqual([]);
  });

  it('may be in DER format; anything else is refused, and a file that went away is named', async () => {
    const { network, folder } = await build();
    const der = path.join(folder, 'authority.cer');
    await writeFile(der, new X509Certificate(authority.cert).raw);
    expect((await network.addAuthority({ path: der, name: 'authority.cer', isTemporary: false })).ok).toBe(
      true,
    );
    await writeFile(der, 'no certificate');
    const refused = await network.addAuthority({ path: der, name: 'authority.cer', isTemporary: false });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect((await network.state()).authorities[0]?.problem?.message).toContain('no certificate');
    const http = createHttp({ network: network.access });
    const proxy = await startProxy();
    await network.setProxy(form({ mode: 'manual', address: `127.0.0.1:${proxy.port}` }));
    const url = new URL(await serve());
    const outcome = await http({ method: 'GET', url, maxBytes: 100, connection: 'fresh' });
    expect(outcome).toMatchObject({ ok: false, sent: false, failure: { code: 'tls' } });
    if (!outcome.ok) expect(outcome.failure.message).toContain('authority.cer');
  });

  it('of the user that cannot be saved leaves the former one usable', async () => {
    const { network, file } = await build();
    const chosen = async (passphrase: string) => ({
      path: await authority.issuePfx('anna', passphrase),
      name: 'anna.p12',
      isTemporary: false,
    });
    await network.setClientCertificate(await chosen('oPen-1'), 'oPen-1');
    await rm(file);
    await mkdir(file);
    expect(await network.setClientCertificate(await chosen('oPen-2'), 'oPen-2')).toMatchObject({ ok: false });
    expect((await network.state()).clientCertificate).toMatchObject({ problem: null });
  });

  it('of the user is presented to services only, and needs its passphrase', async () => {
    const { network, keychain, file } = await build();
    const pfx = { path: await authority.issuePfx('anna', 'oPen-1'), name: 'anna.p12', isTemporary: false };
    const wrong = await network.setClientCertificate(pfx, 'other');
    expect(wrong).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    if (!wrong.ok) expect(wrong.failure.message).toContain('passphrase');
    expect(keychain.entries.size).toBe(0);

    const set = await network.setClientCertificate(pfx, 'oPen-1');
    expect(set).toMatchObject({
      ok: true,
      value: { clientCertificate: { name: 'anna.p12', problem: null } },
    });
    expect(await readFile(file, 'utf8')).not.toContain('oPen-1');
    await network.addAuthority(await authorityFile());
    const proxy = await startProxy();
    await network.setProxy(form({ mode: 'manual', address: `127.0.0.1:${proxy.port}` }));

    const { cert, key } = await authority.issue(['service.test']);
    const server = await startHttpServer((_request, response) => sendJson(response, 200, []), {
      ...{ cert, key },
      ...{ requestCert: true, rejectUnauthorized: true, ca: authority.cert },
    });
    opened.push(server);
    const request = {
      method: 'GET',
      url: new URL(server.url.replace('127.0.0.1', 'service.test')),
      maxBytes: 100,
      connection: 'fresh',
    } as const;
    const asService = await createHttp({ network: network.access, presentsCertificate: true })(request);
    expect(asService.ok && asService.response.status).toBe(200);
    const asOther = await createHttp({ network: network.access })(request);
    expect(asOther).toMatchObject({ ok: false });

    await network.removeClientCertificate();
    expect(keychain.entries.size).toBe(0);
    expect((await network.state()).clientCertificate).toBeNull();
  });
});

describe('the connection test', () => {
  async function withProxy(prepare: { trusts: boolean }) {
    const { network } = await build();
    const proxy = await startProxy();
    await network.setProxy(form({ mode: 'manual', address: `127.0.0.1:${proxy.port}` }));
    if (prepare.trusts) await network.addAuthority(await authorityFile());
    return { network, proxy };
  }

  it('names each hop up to the sign-in, and sends the token to its own service only', async () => {
    const { network, proxy } = await withProxy({ trusts: true });
    const url = await serve();
    const untested = await network.testConnection(url);
    expect(untested.map(({ hop, outcome }) => `${hop} ${outcome}`)).toEqual([
      ...['route passed', 'connection passed', 'proxy passed', 'tls passed', 'http passed'],
      'sign-in not tested',
    ]);
    const tls = untested.find(({ hop }) => hop === 'tls');
    expect(tls?.detail).toMatch(/for service\.test, issued by Test authority, valid from \d{4}-/);
    token = 'test-token';
    const signedIn = await network.testConnection(url);
    expect(signedIn.at(-1)).toMatchObject({ hop: 'sign-in', outcome: 'passed' });
    token = 'other-token';
    const refused = await network.testConnection(url);
    expect(refused.at(-1)).toMatchObject({ hop: 'sign-in', outcome: 'failed' });
    expect(proxy.log()).not.toContain('test-token');
  });

  it.each<[what: string, names: readonly string[], days: number, trusts: boolean, says: RegExp]>([
    [
      'an unknown authority',
      ['service.test'],
      1,
      false,
      /authority.*service\.test, issued by Test authority/,
    ],
    ['another name', ['other.test'], 1, true, /another name.*for other\.test/],
    ['a date in the past', ['service.test'], -1, true, /expired.*valid from \d{4}/],
  ])('describes a certificate with %s', async (_what, names, days, trusts, says) => {
    const { network } = await withProxy({ trusts });
    token = 'test-token';
    const hops = await network.testConnection(await serve(names, days));
    expect(hops.at(-1)).toMatchObject({ hop: 'tls', outcome: 'failed' });
    expect(hops.at(-1)?.detail).toMatch(says);
  });

  it('names the proxy that refuses, and the login that it requires', async () => {
    const { network, proxy } = await withProxy({ trusts: true });
    proxy.behavior = ({ refuse }) => refuse(407, { 'Proxy-Authenticate': 'Basic realm="x"' });
    const login = await network.testConnection('https://service.test');
    expect(login.at(-1)).toMatchObject({ hop: 'proxy', outcome: 'failed' });
    expect(login.at(-1)?.detail).toContain('user name and password');
    proxy.behavior = ({ refuse }) => refuse(502);
    const gone = await network.testConnection('https://service.test');
    expect(gone.at(-1)).toMatchObject({ hop: 'proxy', outcome: 'failed' });
    await network.setProxy(form({ mode: 'manual', address: 'no-such-proxy.invalid:8080' }));
    const unknown = await network.testConnection('https://service.test');
    expect(unknown.at(-1)).toMatchObject({ hop: 'name', outcome: 'failed' });
    expect(unknown.at(-1)?.detail).toContain('no-such-proxy.invalid');
  });

  it('names a port on which nothing listens', async () => {
    const { network } = await build();
    const server = await startHttpServer(() => {});
    await server.close();
    const hops = await network.testConnection(server.url);
    expect(hops.at(-1)).toMatchObject({ hop: 'connection', outcome: 'failed' });
  });
});
