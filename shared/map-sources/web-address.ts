/** The parts of an absolute web address. */
export type WebAddress = {
  /** Lower case, without the colon. */
  readonly scheme: string;
  /** User name and password, if any. */
  readonly user: string | undefined;
  /** Host name or IP address, an IPv6 address in brackets. */
  readonly hostname: string;
  /** With the port, if any. */
  readonly host: string;
  /** Everything before the query. */
  readonly base: string;
  /** Names and values in order, decoded. */
  readonly query: readonly (readonly [string, string])[];
};

const pattern =
  /^([a-z][a-z0-9+.-]*):\/\/(?:([^@/?#]*)@)?(\[[0-9a-f:.]+\]|[^:/?#\s[\]]+)(:\d{1,5})?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i;

/** Parses an absolute web address; undefined when it is invalid. (`shared` has no `URL`.) */
export function parseWebAddress(address: string): WebAddress | undefined {
  const match = pattern.exec(address.trim());
  if (!match) return undefined;
  const [, scheme = '', user, hostname = '', port = '', path = '', query = ''] = match;
  return {
    scheme: scheme.toLowerCase(),
    user,
    hostname: hostname.toLowerCase(),
    host: `${hostname.toLowerCase()}${port}`,
    base: `${scheme}://${user === undefined ? '' : `${user}@`}${hostname}${port}${path}`,
    query: query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
      }),
  };
}

/** Formats an address from its base and parameters. */
export function formatWebAddress(base: string, query: readonly (readonly [string, string])[]): string {
  if (query.length === 0) return base;
  const encode = (text: string) =>
    // Many servers expect these two unencoded.
    encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${base}?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
}

/** Whether a host name is a loopback name or address. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // An invalid percent escape stays unchanged.
    return text;
  }
}
