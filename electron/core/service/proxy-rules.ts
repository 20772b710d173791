import net from 'node:net';
import { proxyAddressProblem } from '../../../shared/settings/network.ts';
import { type ProxyLogin, type ProxyServer, RouteError } from './network-access.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy at an address such as `http://proxy:8080` or `proxy:8080`. A login within the address takes precedence over
 * `login`. `source`: where the address is written, for messages. Throws `RouteError`.
 */
export function parseProxy(address: string, login: ProxyLogin | undefined, source: string): ProxyServer {
  const url = URL.parse(address.includes('://') ? address : `http://${address}`);
  const own =
    url && url.username !== ''
      ? { username: decode(url.username), password: decode(url.password) }
      : undefined;
  if (url) {
    url.username = '';
    url.password = '';
  }
  const problem = proxyAddressProblem(url?.href ?? '');
  if (!url || problem !== undefined) {
    throw new RouteError('proxy', `The proxy in ${source} cannot be used: ${problem ?? 'it is no address.'}`);
  }
  const kind = proxyKinds.get(url.protocol) ?? 'http';
  const port = url.port === '' ? defaultPorts[kind] : Number(url.port);
  return { host: url.hostname, port, kind, login: own ?? login };
}

const proxyKinds: ReadonlyMap<string, ProxyServer['kind']> = new Map([
  ['http:', 'http'],
  ['https:', 'https'],
  ['socks5:', 'socks5'],
  // Names are always resolved by the proxy, which curl writes with an h.
  ['socks5h:', 'socks5'],
]);

const defaultPorts = { http: 80, https: 443, socks5: 1080 } as const;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The proxies of a PAC result such as `PROXY a:8080; HTTPS b:443; SOCKS5 c:1080; DIRECT`, in order; null is a direct
 * connection. Entries that cannot be used (SOCKS 4, no address) are left out; throws `RouteError` when nothing else is
 * there.
 */
export function parseProxyList(text: string, login: ProxyLogin | undefined): readonly (ProxyServer | null)[] {
  const entries = text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const route = entries.flatMap((entry) => {
    const [kind = '', address = ''] = entry.split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = pacSchemes.get(kind.toUpperCase());
    if (scheme === undefined || proxyAddressProblem(`${scheme}://${address}`) !== undefined) return [];
    return [parseProxy(`${scheme}://${address}`, login, 'the settings of the system')];
  });
  if (route.length > 0) return route;
  if (entries.length === 0) return [null];
  throw new RouteError(
    'proxy',
    `The system names no proxy that Sightline can use (${entries.join('; ')}). It supports HTTP, HTTPS and SOCKS 5.`,
  );
}

/** The kinds of proxies in a PAC result. `SOCKS` is version 4. */
const pacSchemes: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS5', 'socks5'],
]);

/**
 * The proxy that the environment names for an address: `HTTPS_PROXY` or `HTTP_PROXY` by its scheme, or `ALL_PROXY`,
 * each also in lower case, which takes precedence as in curl. Null: none, or an exception of `NO_PROXY`.
 */
export function environmentProxy(
  url: URL,
  environment: Environment,
  login: ProxyLogin | undefined,
): ProxyServer | null {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  if (isException(url, read('NO_PROXY') ?? '')) return null;
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const used = read(name) === undefined ? 'ALL_PROXY' : name;
  const address = read(used);
  return address === undefined ? null : parseProxy(address, login, `the environment variable ${used}`);
}

/** The variables of the environment that name proxies, without logins, for display; null when there are none. */
export function describeEnvironment(environment: Environment): string | null {
  const found = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => {
    const value = environment[name.toLowerCase()] || environment[name];
    if (!value) return [];
    return [`${name}=${name === 'NO_PROXY' ? value : withoutLogin(value)}`];
  });
  return found.length > 0 ? found.join('  ') : null;
}

/** The address of a proxy without all that stands before its last @, with its scheme if it has one. */
function withoutLogin(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1');
}

/**
 * Whether a list of exceptions, separated by commas, semicolons or spaces, contains the host of an address: `*`, a
 * name with all below it (`example.org`, `.example.org`, `*.example.org`), an IP address or a range in CIDR notation,
 * each with a port if it is for that only, and `<local>` for names without a dot.
 */
export function isException(url: URL, exceptions: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exceptions
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((entry) => entry !== '' && matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry === '<local>') return !host.includes('.') && net.isIP(host) === 0;
  const { name, onlyPort } = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (net.isIP(host) !== 0) return matchesAddress(name, host);
  const suffix = name.replace(/^\*?\./, '');
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
}

function splitPort(entry: string): { readonly name: string; readonly onlyPort?: string | undefined } {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry);
  if (bracketed) return { name: bracketed[1] ?? '', onlyPort: bracketed[2] };
  const parts = /^([^:]*):(\d+)$/.exec(entry);
  return parts ? { name: parts[1] ?? '', onlyPort: parts[2] } : { name: entry };
}

function matchesAddress(range: string, host: string): boolean {
  const [address = '', bits] = range.split('/');
  const family = net.isIP(address);
  if (family === 0) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const longest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > longest) return false;
  const list = new net.BlockList();
  list.addSubnet(address, prefix, type);
  return list.check(host, net.isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
