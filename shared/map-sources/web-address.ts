/** The parts of an absolute web address. */
export type WebAddress = {
  /** Lower case, without the colon. */
  readonly scheme: string;
  /** Name and password, where it has them. */
  readonly user: string | undefined;
  /** Name or number, an IPv6 number in brackets. */
  readonly hostname: string;
  /** With the port, where one is given. */
  readonly host: string;
  /** All before the query. */
  readonly base: string;
  /** Names and values in order, decoded. */
  readonly query: readonly (readonly [string, string])[];
};

const pattern =
  /^([a-z][a-z0-9+.-]*):\/\/(?:([^@/?#]*)@)?(\[[0-9a-f:.]+\]|[^:/?#\s[\]]+)(:\d{1,5})?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i;

/** The parts of `address`; undefined where it is none. (`shared` has no `URL`.) */
export function readWebAddress(address: string): WebAddress | undefined {
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

/** An address of its base and these parameters. */
export function printWebAddress(base: string, query: readonly (readonly [string, string])[]): string {
  if (query.length === 0) return base;
  const encode = (text: string) =>
    // Many servers want these two as they are.
    encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${base}?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
}

/** Whether a host is this computer itself. */
export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A stray percent sign stands for itself.
    return text;
  }
}
