import path from 'node:path';
import type tls from 'node:tls';
import { explainError } from '../../../shared/error-text.ts';
import { fail, failFrom, type Result, succeed } from '../../../shared/result.ts';
import {
  type CertificateFile,
  type CertificateFileState,
  defaultNetworkSettings,
  type NetworkSettings,
  type NetworkState,
  type ProxySettings,
} from '../../../shared/settings/network.ts';
import { createHttp, type FinishedExchange } from '../service/http.ts';
import {
  createTlsContext,
  type NetworkAccess,
  type ProxyLogin,
  type ProxyServer,
  RouteError,
  trustedAuthorities,
} from '../service/network-access.ts';
import {
  describeEnvironment,
  environmentProxy,
  isException,
  parseProxy,
  parseProxyList,
} from '../service/proxy-rules.ts';
import type { Keychain } from '../session/keychain.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import {
  createCertificateFile,
  describeCertificate,
  parseCertificates,
  parseClientCertificate,
  readCertificateFile,
  refuseCertificate,
  removeCopy,
} from './certificate-files.ts';
import type { ChosenCertificate, Network, SystemProxies } from './network.ts';
import { createHostSecretStore, createSecretStore } from './secret-store.ts';
import { testConnection } from './test-connection.ts';

type NetworkDeps = {
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly keychain: Keychain;
  /** For copies of uploaded certificates; created when first needed. */
  readonly folder: string;
  /** The environment of the process, which the mode `system` reads without `systemProxies`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The proxies of the operating system, where the host knows them. */
  readonly systemProxies?: SystemProxies | undefined;
  readonly onFinished?: ((exchange: FinishedExchange) => void) | undefined;
};

/** The settings of the network with the access that requests use. */
export type ManagedNetwork = Omit<Network, 'testConnection'> & {
  readonly access: NetworkAccess;
  /** Tests the connection; `tokenFor` returns the token that may be sent to an address. */
  testConnection(
    baseUrl: string,
    tokenFor: (url: URL) => string | undefined,
    signal?: AbortSignal,
  ): ReturnType<Network['testConnection']>;
};

const connectMs = 10_000;

/** Reads the settings for each connection; the keychain is not read before a secret is needed. */
export function createNetwork(deps: NetworkDeps): ManagedNetwork {
  const { settings, folder, environment, systemProxies, onFinished } = deps;
  const passphrase = createSecretStore(deps.keychain, 'network-client-certificate');
  let version = 0;
  let contexts = new Map<boolean, Promise<tls.SecureContext>>();

  const current = (): NetworkSettings => settings.current().network ?? defaultNetworkSettings;

  /** What decides which host is sent the password; undefined where none is. */
  const proxyHost = (): string | undefined => {
    const { mode, address, script } = current().proxy;
    if (mode === 'none') return undefined;
    if (mode === 'manual') return `manual ${address}`;
    if (mode === 'script') return `script ${script}`;
    return `system ${systemProxies ? '' : describeEnvironment(environment)}`;
  };
  const password = createHostSecretStore(deps.keychain, 'network-proxy', proxyHost);

  let following = followSettings();

  const applyChange = () => {
    version += 1;
    contexts = new Map();
  };

  const login = async ({ username }: ProxySettings): Promise<ProxyLogin | undefined> =>
    username === '' ? undefined : { username, password: (await password.read()) ?? '' };

  const resolveBySystem = async (host: SystemProxies, url: URL): Promise<string> => {
    try {
      await following;
      // A script sees the host only, as in browsers: the path of a request may be confidential.
      return await host.resolve(`${url.origin}/`);
    } catch {
      const isScript = current().proxy.mode === 'script';
      const what = isScript ? 'The proxy script' : 'The proxy settings of the system';
      throw new RouteError('proxy', `${what} could not be evaluated. Check them in Settings, Network.`);
    }
  };

  const route = async (url: URL): Promise<readonly (ProxyServer | null)[]> => {
    const { proxy } = current();
    if (proxy.mode === 'none') return [null];
    if (proxy.mode !== 'script' && isException(url, proxy.exceptions)) return [null];
    if (proxy.mode === 'manual') {
      return [parseProxy(proxy.address, await login(proxy), 'Settings, Network')];
    }
    if (systemProxies) {
      return parseProxyList(await resolveBySystem(systemProxies, url), await login(proxy));
    }
    if (proxy.mode === 'script') throw new RouteError('proxy', noScripts);
    return [environmentProxy(url, environment, await login(proxy))];
  };

  const buildContext = async (presentsCertificate: boolean): Promise<tls.SecureContext> => {
    const { authorities, clientCertificate } = current();
    const added: string[] = [];
    for (const file of authorities) {
      const contents = await readFor(file, readCertificateFile(file.path));
      added.push(...(await readFor(file, (async () => parseCertificates(contents))())).map(String));
    }
    // Without additions the runtime's own defaults are enough where it cannot list them.
    const trusted = trustedAuthorities();
    const all = trusted || added.length > 0 ? [...(trusted ?? []), ...added] : undefined;
    if (!presentsCertificate || clientCertificate === null) return createTlsContext(all);
    const own = await readFor(
      clientCertificate,
      readCertificateFile(clientCertificate.path).then(async (contents) =>
        parseClientCertificate(contents, (await passphrase.read()) ?? ''),
      ),
    );
    return createTlsContext(all, own);
  };

  const access: NetworkAccess = {
    route,
    secureContext(presentsCertificate) {
      const known = contexts.get(presentsCertificate);
      if (known) return known;
      const context = buildContext(presentsCertificate);
      contexts.set(presentsCertificate, context);
      // A file that could not be read may be there again at the next connection.
      context.catch(() => contexts.delete(presentsCertificate));
      return context;
    },
    version: () => version,
  };

  const state = async (): Promise<NetworkState> => {
    const { proxy, authorities, clientCertificate } = current();
    if (proxy.username !== '') await password.read();
    return {
      proxy,
      system: systemProxies ? 'operating system' : 'environment',
      environment: systemProxies ? null : describeEnvironment(environment),
      passwordStorage: password.storage(),
      keychainProblem: password.problem() ?? passphrase.problem(),
      authorities: await Promise.all(authorities.map(describeAuthority)),
      clientCertificate: clientCertificate && (await describeClientCertificate(clientCertificate)),
    };
  };

  const describeClientCertificate = async (file: CertificateFile): Promise<CertificateFileState> => {
    const { id, name } = file;
    try {
      const contents = await readCertificateFile(file.path);
      parseClientCertificate(contents, (await passphrase.read()) ?? '');
      // Node does not list the certificates of a PFX file.
      const certificates = contents.includes('-----BEGIN CERTIFICATE') ? parseCertificates(contents) : [];
      return { id, name, certificates: certificates.slice(0, 1).map(describeCertificate), problem: null };
    } catch (error) {
      return {
        id,
        name,
        certificates: [],
        problem: failFrom('invalid-input', error, 'It cannot be read.').failure,
      };
    }
  };

  const change = async (
    edit: (network: NetworkSettings) => NetworkSettings,
  ): Promise<Result<NetworkState>> => {
    const saved = await settings.change((before) => ({
      ...before,
      network: edit(before.network ?? defaultNetworkSettings),
    }));
    if (!saved.ok) return saved;
    applyChange();
    return succeed(await state());
  };

  const adoptAnd = async (
    chosen: ChosenCertificate,
    edit: (network: NetworkSettings, file: CertificateFile) => NetworkSettings,
  ): Promise<Result<NetworkState>> => {
    const adopted = await createCertificateFile(folder, chosen);
    if (!adopted.ok) return adopted;
    const saved = await change((network) => edit(network, adopted.value));
    if (!saved.ok) await removeCopy(folder, adopted.value);
    return saved;
  };

  return {
    access,
    state,
    async setProxy({ password: secret, ...proxy }) {
      if (proxy.mode === 'script' && !systemProxies) {
        return fail('invalid-input', noScripts, {
          problems: [{ field: 'script', value: proxy.script, message: noScripts }],
        });
      }
      const saved = await settings.change((before) => ({
        ...before,
        network: { ...(before.network ?? defaultNetworkSettings), proxy },
      }));
      if (!saved.ok) return saved;
      following = followSettings();
      // A login without a user name is none, so its password must not stay behind.
      if (proxy.username === '') await removePassword();
      else if (secret !== null) await password.write(secret);
      applyChange();
      return succeed(await state());
    },
    async addAuthority(chosen) {
      try {
        parseCertificates(await readCertificateFile(chosen.path));
      } catch (error) {
        return refuseCertificate(`${chosen.name} was not added.`, error);
      }
      return adoptAnd(chosen, (network, file) => ({
        ...network,
        authorities: [...network.authorities, file],
      }));
    },
    async removeAuthority(id) {
      const removed = current().authorities.find((file) => file.id === id);
      if (!removed) return fail('not-found', 'This authority was removed before.');
      const saved = await change((network) => ({
        ...network,
        authorities: network.authorities.filter((file) => file.id !== id),
      }));
      if (saved.ok) await removeCopy(folder, removed);
      return saved;
    },
    async setClientCertificate(chosen, secret) {
      try {
        parseClientCertificate(await readCertificateFile(chosen.path), secret);
      } catch (error) {
        return refuseCertificate(`${chosen.name} was not set.`, error);
      }
      const before = current().clientCertificate;
      const saved = await adoptAnd(chosen, (network, file) => ({ ...network, clientCertificate: file }));
      if (!saved.ok) return saved;
      await passphrase.write(secret);
      applyChange();
      if (before) await removeCopy(folder, before);
      return succeed(await state());
    },
    async removeClientCertificate() {
      const removed = current().clientCertificate;
      if (!removed) return succeed(await state());
      const saved = await change((network) => ({ ...network, clientCertificate: null }));
      if (!saved.ok) return saved;
      await passphrase.write('');
      await removeCopy(folder, removed);
      return succeed(await state());
    },
    testConnection(baseUrl, tokenFor, signal) {
      const http = createHttp({
        network: access,
        presentsCertificate: true,
        connectMs,
        idleMs: 30_000,
        totalMs: 60_000,
        ...(onFinished ? { onFinished } : {}),
      });
      return testConnection({ network: access, http, tokenFor, connectMs }, baseUrl, signal);
    },
  };

  /** Passes the PAC script that the host is to evaluate. When that fails, the next request fails. */
  function followSettings(): Promise<void> {
    const applied = systemProxies?.follow(current().proxy) ?? Promise.resolve();
    applied.catch(() => {});
    return applied;
  }

  async function removePassword(): Promise<void> {
    if ((await password.read()) !== undefined) await password.write('');
  }
}

const noScripts =
  'Proxy scripts (PAC) need the Electron host. Choose System or Manual here, or start Sightline with Electron.';

/** The outcome, or an error that names the file. */
async function readFor<T>(file: CertificateFile, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { message } = explainError(error, 'It cannot be read.');
    throw new RouteError('certificates', `The certificate file ${file.name}: ${message}`, error);
  }
}

async function describeAuthority({ id, name, path: file }: CertificateFile): Promise<CertificateFileState> {
  try {
    const certificates = parseCertificates(await readCertificateFile(file)).map(describeCertificate);
    return { id, name, certificates, problem: null };
  } catch (error) {
    return {
      id,
      name,
      certificates: [],
      problem: failFrom('invalid-input', error, 'It cannot be read.').failure,
    };
  }
}

/** Where copies of uploaded certificates are stored. */
export function certificatesFolder(dataDir: string): string {
  return path.join(dataDir, 'certificates');
}
