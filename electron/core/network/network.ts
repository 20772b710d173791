import type { Result } from '../../../shared/result.ts';
import type {
  ConnectionHopResult,
  NetworkState,
  ProxyForm,
  ProxySettings,
} from '../../../shared/settings/network.ts';

/** A certificate file that the user has chosen. */
export type ChosenCertificate = {
  readonly path: string;
  readonly name: string;
  /** Whether it was uploaded; it is then copied into the data folder. */
  readonly isTemporary: boolean;
};

/** The settings of the network: proxies, trusted authorities, and the certificate of the user. */
export type Network = {
  state(): Promise<NetworkState>;
  /** Fails with `disk`, `read-only`, and `invalid-input` for a script where the host cannot run one. */
  setProxy(form: ProxyForm): Promise<Result<NetworkState>>;
  /** Trusts the authorities of a PEM or DER file. Fails with `invalid-input`, `disk` or `read-only`. */
  addAuthority(file: ChosenCertificate): Promise<Result<NetworkState>>;
  removeAuthority(id: string): Promise<Result<NetworkState>>;
  /** Fails with `invalid-input` when the file, opened with the passphrase, has no certificate with its key. */
  setClientCertificate(file: ChosenCertificate, passphrase: string): Promise<Result<NetworkState>>;
  removeClientCertificate(): Promise<Result<NetworkState>>;
  /** Connects to a service hop by hop. The last result is the hop that failed, or the sign-in. Sends no token elsewhere. */
  testConnection(baseUrl: string, signal?: AbortSignal): Promise<readonly ConnectionHopResult[]>;
};

/** The proxies as the host's system knows them. */
export type SystemProxies = {
  /** The proxies for an address as a PAC script returns them, such as `PROXY a:8080; DIRECT`. */
  resolve(address: string): Promise<string>;
  /** Sets what `resolve` evaluates: the PAC script of the settings, or else the configuration of the system. */
  follow(settings: ProxySettings): Promise<void>;
};
