import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The decision on a request: admit it, sign its browser in, or refuse it. */
export type GuardDecision =
  | { readonly kind: 'admit' }
  /** `isFromPage`: a page, such as the address file, led to it. */
  | { readonly kind: 'sign-in'; readonly cookie: string; readonly isFromPage: boolean }
  /** Its token was used before. */
  | { readonly kind: 'used' }
  | { readonly kind: 'refuse'; readonly status: 400 | 401 | 403 | 405 | 421; readonly reason: string };

/** Access control for a server on loopback, which any web page and any local program can send requests to. */
export type RequestGuard = {
  /** A new secret for a URL, which signs in one browser. */
  createToken(): string;
  check(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): GuardDecision;
};

/**
 * A guard for the server on `port` of `address`. In this order:
 * - the Host header must name this server, else 421: that prevents DNS rebinding;
 * - method and address must be ones that the page could use, else 405 or 400;
 * - a token (`/?token=…`) sets a session cookie, once, and revokes all others;
 * - `Sec-Fetch-Site` must name this page or the user, and every request that may change something must have this
 *   server's Origin, else 403: pages of other servers are refused;
 * - every other request needs the cookie, else 401. Browsers send it to every port of the address, so that a local server
 *   there whose page the user opens could read it; the browser host therefore has an address of its own.
 */
export function createRequestGuard(port: number, address = '127.0.0.1'): RequestGuard {
  const unused = new Set<string>();
  const used = new Set<string>();
  const session = randomBytes(32).toString('base64url');
  // Cookies are shared between ports: the name separates two running hosts.
  const cookieName = `sightline-${port}`;
  const hosts = [`${address}:${port}`, ...(address === '127.0.0.1' ? [`localhost:${port}`] : [])];

  const check: RequestGuard['check'] = ({ method, url = '/', headers }) => {
    const host = headers.host ?? '';
    if (!hosts.includes(host)) return refuse(421, `Sightline does not answer for the host "${host}".`);
    if (unsupportedMethods.has(method ?? '')) {
      return refuse(405, `Sightline does not answer ${method} requests.`);
    }
    if (URL.parse(url, `http://${host}`)?.host !== host) {
      return refuse(400, 'The request has no usable address.');
    }
    const isSignedIn = isSame(cookieOf(headers.cookie, cookieName), session);
    const token = method === 'GET' ? tokenOf(url) : undefined;
    if (token !== undefined && unused.delete(hashOf(token))) {
      for (const each of [hashOf(token), ...unused]) used.add(each);
      unused.clear();
      const cookie = `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
      return { kind: 'sign-in', cookie, isFromPage: !isFromOurPage(headers['sec-fetch-site']) };
    }
    if (!isSignedIn && token !== undefined && used.has(hashOf(token))) return { kind: 'used' };
    if (!isFromOurPage(headers['sec-fetch-site'])) return refuse(403, 'The request comes from another page.');
    const changes = method !== 'GET' && method !== 'HEAD';
    if (changes && headers.origin !== `http://${host}`) {
      return refuse(403, `The origin "${headers.origin ?? 'none'}" may not change anything here.`);
    }
    if (isSignedIn) return { kind: 'admit' };
    return refuse(401, 'Open the whole address that Sightline printed when it started, with its token.');
  };
  return {
    createToken() {
      const token = randomBytes(32).toString('base64url');
      unused.add(hashOf(token));
      return token;
    },
    check,
  };
}

/** A `Request` cannot have them (Fetch standard, "forbidden method"). */
const unsupportedMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

function refuse(status: (GuardDecision & { kind: 'refuse' })['status'], reason: string): GuardDecision {
  return { kind: 'refuse', status, reason };
}

/** Programs other than browsers send no such header; the session cookie is still required of them. */
function isFromOurPage(secFetchSite: string | readonly string[] | undefined): boolean {
  return secFetchSite === undefined || secFetchSite === 'same-origin' || secFetchSite === 'none';
}

function tokenOf(url: string): string | undefined {
  const query = url.startsWith('/?') ? new URLSearchParams(url.slice(2)) : undefined;
  return query?.get('token') ?? undefined;
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Compares hashes, so that the duration reveals neither content nor length. */
function isSame(given: string | undefined, secret: string): boolean {
  return given !== undefined && hashOf(given) === hashOf(secret);
}

function hashOf(text: string): string {
  return hash('sha256', text);
}
