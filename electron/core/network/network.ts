import path from 'node:path';
import { fail, failFrom, type Result, succeed } from '../../../shared/result.ts';
import {
  type CertificateFile,
  type CertificateFileState,
  type ConnectionHopResult,
  defaultNetworkSettings,
  type NetworkSettings,
  type NetworkState,
  type ProxyForm,
} from '../../../shared/settings/network.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { createHttp, type FinishedExchange } from '../service/http.ts';
import type { NetworkAccess } from '../service/network-access.ts';
import { describeEnvironment } from '../service/proxy-rules.ts';
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
import { createHostSecretStore, createSecretStore, type SecretStore } from './secret-store.ts';
import { createSettingsAccess, noScripts, type SystemProxies } from './settings-access.ts';
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
  /** The token that the connection test may send to an address; undefined where it may send none. */
  readonly tokenFor: (url: URL) => string | undefined;
  readonly onFinished?: ((exchange: FinishedExchange) => void) | undefined;
};

const connectMs = 10_000;

/** The settings of the network: proxies, trusted authorities, and the certificate of the user. */
export class Network {
  readonly #deps: NetworkDeps;
  readonly #password: SecretStore;
  readonly #passphrase: SecretStore;
  readonly #forRequests: ReturnType<typeof createSettingsAccess>;
  /** Means that requests connect with. */
  readonly access: NetworkAccess;

  constructor(deps: NetworkDeps) {
    const { keychain, environment, systemProxies } = deps;
    this.#deps = deps;
    const current = () => this.#current();
    this.#passphrase = createSecretStore(keychain, 'network-client-certificate');
    this.#password = createHostSecretStore(keychain, 'network-proxy', () => this.#proxyHost());
    this.#forRequests = createSettingsAccess({
      ...{ current, environment, systemProxies },
      password: this.#password,
      passphrase: this.#passphrase,
    });
    this.access = this.#forRequests.access;
  }

  async state(): Promise<NetworkState> {
    const { environment, systemProxies } = this.#deps;
    const { proxy, authorities, clientCertificate } = this.#current();
    if (proxy.username !== '') await this.#password.read();
    return {
      proxy,
      system: systemProxies ? 'operating system' : 'environment',
      environment: systemProxies ? null : describeEnvironment(environment),
      passwordStorage: this.#password.storage(),
      keychainProblem: this.#password.problem() ?? this.#passphrase.problem(),
      authorities: await Promise.all(authorities.map(describeAuthority)),
      clientCertificate:
        clientCertificate && (await describeClientCertificate(clientCertificate, this.#passphrase)),
    };
  }

  /** Fails with `disk`, `read-only`, and `invalid-input` for a script where the host cannot run one. */
  async setProxy({ password: secret, ...proxy }: ProxyForm): Promise<Result<NetworkState>> {
    if (proxy.mode === 'script' && !this.#deps.systemProxies) {
      return fail('invalid-input', noScripts, {
        problems: [{ field: 'script', value: proxy.script, message: noScripts }],
      });
    }
    const saved = await this.#save((network) => ({ ...network, proxy }));
    if (!saved.ok) return saved;
    this.#forRequests.followProxies();
    // A login without a user name is none, so its password must not stay behind.
    if (proxy.username !== '') {
      if (secret !== null) await this.#password.write(secret);
    } else if ((await this.#password.read()) !== undefined) await this.#password.write('');
    return this.#applied();
  }

  /** Trusts the authorities of a PEM or DER file. Fails with `invalid-input`, `disk` or `read-only`. */
  async addAuthority(chosen: ChosenFile): Promise<Result<NetworkState>> {
    try {
      parseCertificates(await readCertificateFile(chosen.path));
    } catch (error) {
      return refuseCertificate(`${chosen.name} was not added.`, error);
    }
    const saved = await this.#saveWith(chosen, (network, file) => ({
      ...network,
      authorities: [...network.authorities, file],
    }));
    return saved.ok ? this.#applied() : saved;
  }

  async removeAuthority(id: string): Promise<Result<NetworkState>> {
    const removed = this.#current().authorities.find((file) => file.id === id);
    if (!removed) return fail('not-found', 'This authority was removed before.');
    const saved = await this.#save((network) => ({
      ...network,
      authorities: network.authorities.filter((file) => file.id !== id),
    }));
    if (!saved.ok) return saved;
    const applied = await this.#applied();
    await removeCopy(this.#deps.folder, removed);
    return applied;
  }

  /** Fails with `invalid-input` when the file, opened with the passphrase, has no certificate with its key. */
  async setClientCertificate(chosen: ChosenFile, secret: string): Promise<Result<NetworkState>> {
    try {
      parseClientCertificate(await readCertificateFile(chosen.path), secret);
    } catch (error) {
      return refuseCertificate(`${chosen.name} was not set.`, error);
    }
    const before = this.#current().clientCertificate;
    const saved = await this.#saveWith(chosen, (network, file) => ({ ...network, clientCertificate: file }));
    if (!saved.ok) return saved;
    await this.#passphrase.write(secret);
    const applied = await this.#applied();
    if (before) await removeCopy(this.#deps.folder, before);
    return applied;
  }

  async removeClientCertificate(): Promise<Result<NetworkState>> {
    const removed = this.#current().clientCertificate;
    if (!removed) return succeed(await this.state());
    const saved = await this.#save((network) => ({ ...network, clientCertificate: null }));
    if (!saved.ok) return saved;
    this.#forRequests.applyChange();
    await this.#passphrase.write('');
    await removeCopy(this.#deps.folder, removed);
    return succeed(await this.state());
  }

  /** Connects to a service hop by hop. The last result is the hop that failed, or the sign-in. Sends no token elsewhere. */
  testConnection(
    baseUrl: string,
    signal?: AbortSignal,
    onDate?: (dateMs: number) => void,
  ): Promise<readonly ConnectionHopResult[]> {
    const { tokenFor, onFinished } = this.#deps;
    const http = createHttp({
      network: this.access,
      presentsCertificate: true,
      connectMs,
      idleMs: 30_000,
      totalMs: 60_000,
      ...(onFinished ? { onFinished } : {}),
    });
    return testConnection({ network: this.access, http, tokenFor, connectMs, onDate }, baseUrl, signal);
  }

  #current(): NetworkSettings {
    return this.#deps.settings.current().network ?? defaultNetworkSettings;
  }

  /** Chooser of the host that is sent the password; undefined where none is. */
  #proxyHost(): string | undefined {
    const { environment, systemProxies } = this.#deps;
    const { mode, address, script } = this.#current().proxy;
    if (mode === 'none') return undefined;
    if (mode === 'manual') return `manual ${address}`;
    if (mode === 'script') return `script ${script}`;
    return `system ${systemProxies ? '' : describeEnvironment(environment)}`;
  }

  #save(edit: (network: NetworkSettings) => NetworkSettings): Promise<Result<void>> {
    return this.#deps.settings.change((before) => ({
      ...before,
      network: edit(before.network ?? defaultNetworkSettings),
    }));
  }

  /** Saves the settings with the chosen file, of which an uploaded one is copied. */
  async #saveWith(
    chosen: ChosenFile,
    edit: (network: NetworkSettings, file: CertificateFile) => NetworkSettings,
  ): Promise<Result<void>> {
    const adopted = await createCertificateFile(this.#deps.folder, chosen);
    if (!adopted.ok) return adopted;
    const saved = await this.#save((network) => edit(network, adopted.value));
    if (!saved.ok) await removeCopy(this.#deps.folder, adopted.value);
    return saved;
  }

  /** Lets the next connections go by what was saved. */
  async #applied(): Promise<Result<NetworkState>> {
    this.#forRequests.applyChange();
    return succeed(await this.state());
  }
}

async function describeAuthority({ id, name, path: file }: CertificateFile): Promise<CertificateFileState> {
  try {
    const certificates = parseCertificates(await readCertificateFile(file)).map(describeCertificate);
    return { id, name, certificates, problem: null };
  } catch (error) {
    return unreadableFile({ id, name }, error);
  }
}

async function describeClientCertificate(
  { id, name, path: file }: CertificateFile,
  passphrase: SecretStore,
): Promise<CertificateFileState> {
  try {
    const contents = await readCertificateFile(file);
    parseClientCertificate(contents, (await passphrase.read()) ?? '');
    // Node does not list the certificates of a PFX file.
    const certificates = contents.includes('-----BEGIN CERTIFICATE') ? parseCertificates(contents) : [];
    return { id, name, certificates: certificates.slice(0, 1).map(describeCertificate), problem: null };
  } catch (error) {
    return unreadableFile({ id, name }, error);
  }
}

function unreadableFile(file: Pick<CertificateFile, 'id' | 'name'>, error: unknown): CertificateFileState {
  return {
    ...file,
    certificates: [],
    problem: failFrom('invalid-input', error, 'It cannot be read.').failure,
  };
}

/** Folder of copies of uploaded certificates. */
export function certificatesFolder(dataDir: string): string {
  return path.join(dataDir, 'certificates');
}
