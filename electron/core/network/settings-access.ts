import type tls from 'node:tls';
import { explainError } from '../../../shared/error-text.ts';
import type { CertificateFile, NetworkSettings, ProxySettings } from '../../../shared/settings/network.ts';
import {
  createTlsContext,
  type NetworkAccess,
  type ProxyLogin,
  type ProxyServer,
  RouteError,
  trustedAuthorities,
} from '../service/network-access.ts';
import { environmentProxy, isException, parseProxy, parseProxyList } from '../service/proxy-rules.ts';
import { parseCertificates, parseClientCertificate, readCertificateFile } from './certificate-files.ts';
import type { SecretStore } from './secret-store.ts';

/** The proxies as the host's system knows them. */
export type SystemProxies = {
  /** The proxies for an address as a PAC script returns them, such as `PROXY a:8080; DIRECT`. */
  resolve(address: string): Promise<string>;
  /** Sets what `resolve` evaluates: the PAC script of the settings, or else the configuration of the system. */
  follow(settings: ProxySettings): Promise<void>;
};

type SettingsAccessDeps = {
  readonly current: () => NetworkSettings;
  /** The password of the proxy. */
  readonly password: Pick<SecretStore, 'read'>;
  /** The passphrase of the client certificate. */
  readonly passphrase: Pick<SecretStore, 'read'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly systemProxies?: SystemProxies | undefined;
};

/** Reads the settings for each connection; the keychain is not read before a secret is needed. */
export function createSettingsAccess(deps: SettingsAccessDeps) {
  const { current, password, environment, systemProxies } = deps;
  let version = 0;
  let contexts = new Map<boolean, Promise<tls.SecureContext>>();

  /** Passes the PAC script that the host is to evaluate. When that fails, the next request fails. */
  const follow = (): Promise<void> => {
    const applied = systemProxies?.follow(current().proxy) ?? Promise.resolve();
    applied.catch(() => {});
    return applied;
  };
  let following = follow();

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

  const access: NetworkAccess = {
    route,
    secureContext(presentsCertificate) {
      const known = contexts.get(presentsCertificate);
      if (known) return known;
      const context = buildContext(current(), presentsCertificate, deps.passphrase);
      contexts.set(presentsCertificate, context);
      // A file that could not be read may be there again at the next connection.
      context.catch(() => contexts.delete(presentsCertificate));
      return context;
    },
    version: () => version,
  };

  return {
    access,
    /** Must be called when the settings or a secret have changed: later connections go by them. */
    applyChange(): void {
      version += 1;
      contexts = new Map();
    },
    /** Must be called when the proxies have changed, before `applyChange`. */
    followProxies(): void {
      following = follow();
    },
  };
}

/** Reason why a script cannot be used where the host cannot run one. */
export const noScripts =
  'Proxy scripts (PAC) need the Electron host. Choose System or Manual here, or start Sightline with Electron.';

async function buildContext(
  { authorities, clientCertificate }: NetworkSettings,
  presentsCertificate: boolean,
  passphrase: Pick<SecretStore, 'read'>,
): Promise<tls.SecureContext> {
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
}

/** The outcome, or an error that names the file. */
async function readFor<T>(file: CertificateFile, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { message } = explainError(error, 'It cannot be read.');
    throw new RouteError('certificates', `The certificate file ${file.name}: ${message}`, error);
  }
}
