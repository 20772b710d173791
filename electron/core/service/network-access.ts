import tls from 'node:tls';

/** A proxy through which requests leave. */
export type ProxyServer = {
  readonly host: string;
  readonly port: number;
  /** Protocol of the proxy: HTTP, HTTP over TLS, or SOCKS 5. */
  readonly kind: 'http' | 'https' | 'socks5';
  readonly login: ProxyLogin | undefined;
};

/** The user name and password for a proxy. */
export type ProxyLogin = { readonly username: string; readonly password: string };

/** The value of `Proxy-Authorization` for a Basic login in UTF-8 (RFC 7617), or undefined without a login. */
export function basicLogin({ login }: ProxyServer): string | undefined {
  if (!login) return undefined;
  return `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
}

/**
 * The route of requests out of this computer. It is called for each connection, so that changed settings apply at once.
 */
export type NetworkAccess = {
  /**
   * The proxies to try for an address, in order; null is a direct connection. Never called for loopback. Rejects with
   * `RouteError` when there is none that can be used.
   */
  route(url: URL): Promise<readonly (ProxyServer | null)[]>;
  /**
   * Whom TLS trusts, and with `presentsCertificate` the certificate of the user for servers that request one. Rejects
   * with `RouteError` when a certificate cannot be read.
   */
  secureContext(presentsCertificate: boolean): Promise<tls.SecureContext>;
  /** Changes with the settings: connections that were opened before are not used for further requests. */
  version(): number;
};

/** The settings of proxies or certificates cannot be used. The message names the cause and the remedy. */
export class RouteError extends Error {
  readonly subject: 'proxy' | 'certificates';
  constructor(subject: RouteError['subject'], message: string, cause?: unknown) {
    super(message, { cause });
    this.subject = subject;
  }
}

/** Access without proxies; `authorities`: PEM certificates to trust in place of `trustedAuthorities`. */
export function createDirectAccess(authorities?: readonly string[]): NetworkAccess {
  let context: tls.SecureContext | undefined;
  return {
    route: async () => [null],
    // Created at the first HTTPS request: it takes time, and the demo service does not need it.
    async secureContext() {
      context ??= createTlsContext(authorities ?? trustedAuthorities());
      return context;
    },
    version: () => 0,
  };
}

/** A TLS context that trusts `authorities` (PEM), or the runtime's defaults when they are undefined. */
export function createTlsContext(
  authorities: readonly string[] | undefined,
  certificate: Pick<tls.SecureContextOptions, 'pfx' | 'cert' | 'key' | 'passphrase'> = {},
): tls.SecureContext {
  return tls.createSecureContext({ ...certificate, ...(authorities ? { ca: [...authorities] } : {}) });
}

/**
 * The trusted certificate authorities as PEM: those of the runtime, of `NODE_EXTRA_CA_CERTS`, and of the operating
 * system, which organizations use for internal ones. Undefined when the runtime cannot list them; it then uses its
 * defaults.
 */
export function trustedAuthorities(): readonly string[] | undefined {
  const read: typeof tls.getCACertificates | undefined = tls.getCACertificates;
  return read && [...new Set([...read('default'), ...read('system')])];
}
