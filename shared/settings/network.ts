import { z } from 'zod';
import type { Failure } from '../result.ts';

/**
 * Source of proxies. `system`: as the operating system or the environment is configured; `script`: by a PAC script,
 * where the host can run one.
 */
export const proxyModes = ['system', 'manual', 'script', 'none'] as const;

/** The settings of the proxy. Its password is in the keychain. */
export const proxySettingsSchema = z.object({
  mode: z.enum(proxyModes),
  /** Proxy of the mode `manual`: `http://`, `https://` or `socks5://`, host and port. */
  address: z.string().trim().max(2000),
  /** Hosts that are connected to directly in the modes `manual` and `system`, separated by commas or spaces. */
  exceptions: z.string().trim().max(10_000),
  /** Address of the PAC script, of the mode `script`. */
  script: z.string().trim().max(2000),
  /** The user name for the proxy; empty for no login. */
  username: z.string().trim().max(500),
});
export type ProxySettings = z.infer<typeof proxySettingsSchema>;

export const defaultProxySettings: ProxySettings = {
  mode: 'system',
  address: '',
  exceptions: '',
  script: '',
  username: '',
};

/** A certificate file: chosen by the user, or Sightline's copy of an uploaded one. */
export const certificateFileSchema = z.object({
  id: z.string(),
  /** Name for display. */
  name: z.string(),
  path: z.string(),
  isCopy: z.boolean(),
});
export type CertificateFile = z.infer<typeof certificateFileSchema>;

/** The network part of the settings file. */
export const networkSettingsSchema = z.object({
  proxy: proxySettingsSchema,
  /** PEM or DER files of authorities that are trusted in addition. */
  authorities: z.array(certificateFileSchema),
  /** A PFX or PEM file for services that request a certificate. */
  clientCertificate: certificateFileSchema.nullable(),
});
export type NetworkSettings = z.infer<typeof networkSettingsSchema>;

export const defaultNetworkSettings: NetworkSettings = {
  proxy: defaultProxySettings,
  authorities: [],
  clientCertificate: null,
};

/** Form values of the proxy. A null password leaves the stored one; an empty one removes it. */
export const proxyFormSchema = proxySettingsSchema
  .extend({ password: z.string().max(1000).nullable() })
  .superRefine(({ mode, address, script }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (mode === 'manual') {
      const problem = proxyAddressProblem(address);
      if (problem !== undefined) refuse('address', problem);
    }
    if (mode === 'script' && !/^(https?|file):\/\/\S+$/i.test(script)) {
      refuse('script', 'Enter the address of the script, such as http://proxy.example.org/proxy.pac.');
    }
  });
export type ProxyForm = z.infer<typeof proxyFormSchema>;

/** Scheme, login, host and port, and what follows. (`shared` has no `URL`.) */
const proxyAddress =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:([^@/?#]*)@)?(?:\[[0-9a-f:.]+\]|[^:/?#\s[\]@]+)(?::\d{1,5})?(.*)$/i;

/** The defect of the address of a proxy, or undefined. */
export function proxyAddressProblem(address: string): string | undefined {
  const match = proxyAddress.exec(address);
  if (!match) return 'Enter host and port of the proxy, such as http://proxy.example.org:8080.';
  const [, scheme = 'http', login, rest] = match;
  if (/^socks(4a?)?$/i.test(scheme))
    return 'Of SOCKS, only version 5 is supported. Enter socks5://, or an HTTP proxy.';
  if (!/^(https?|socks5h?)$/i.test(scheme)) {
    return 'Enter an address that begins with http://, https:// or socks5://.';
  }
  if (login !== undefined) return 'Enter user name and password in their own fields.';
  return rest === '' || rest === '/' ? undefined : 'Leave out everything behind the port.';
}

/** A certificate for display; times are ISO 8601 in UTC. */
export type CertificateFacts = {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validTo: string;
};

/** A certificate file for display; `problem`: why it cannot be used. */
export type CertificateFileState = Pick<CertificateFile, 'id' | 'name'> & {
  readonly certificates: readonly CertificateFacts[];
  readonly problem: Failure | null;
};

/** The settings of the network for display. It never contains the password. */
export type NetworkState = {
  readonly proxy: ProxySettings;
  /** Source of the proxy in mode `system`, and whether the mode `script` is possible. */
  readonly system: 'environment' | 'operating system';
  /** The proxies that the environment names, without logins; null where it is not read. */
  readonly environment: string | null;
  /** Storage of the password. `memory`: lost when Sightline exits, for the reason in `keychainProblem`. */
  readonly passwordStorage: 'none' | 'keychain' | 'memory';
  readonly keychainProblem: string | null;
  readonly authorities: readonly CertificateFileState[];
  readonly clientCertificate: CertificateFileState | null;
};

/** The hops of a connection test, in order. */
export const connectionHops = ['route', 'name', 'connection', 'proxy', 'tls', 'http', 'sign-in'] as const;
export type ConnectionHop = (typeof connectionHops)[number];

/** One hop of a connection test. A failed one names the remedy in `detail`, and is the last. */
export type ConnectionHopResult = {
  readonly hop: ConnectionHop;
  readonly outcome: 'passed' | 'failed' | 'not tested';
  readonly detail: string;
};
