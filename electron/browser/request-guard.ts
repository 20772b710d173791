import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What is to be done with a request: let it in, sign its browser in, or refuse it. */
export type Verdict =
  | { readonly kind: 'admit' }
  | { readonly kind: 'sign-in'; readonly cookie: string }
  | { readonly kind: 'refuse'; readonly status: 401 | 403 | 421; readonly reason: string };

/** Decides who may talk to a server on loopback, where any page and any program of this machine can knock. */
export type RequestGuard = {
  /** The secret that the printed address carries. Made anew at each start. */
  readonly token: string;
  judge(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Verdict;
};

/**
 * A guard for the server on `port`. In this order:
 * - the Host header must be ours, else 421: it stops DNS rebinding;
 * - a browser must say that the request comes from our own page or from the user, and every request that may change
 *   something must carry our Origin, else 403: other pages and other local servers count as strangers;
 * - the token opens a browser session once (`/?token=…`), after which its cookie is needed, else 401.
 */
export function createRequestGuard(port: number): RequestGuard {
  const token = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  // Cookies do not heed ports: the name keeps two running hosts apart.
  const cookieName = `sightline-${port}`;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];

  const judge: RequestGuard['judge'] = ({ method, url = '/', headers }) => {
    const host = headers.host ?? '';
    if (!hosts.includes(host)) return refuse(421, `Sightline does not answer for the host "${host}".`);
    if (!isFromOurPage(headers['sec-fetch-site'])) return refuse(403, 'The request comes from another page.');
    const changes = method !== 'GET' && method !== 'HEAD';
    if (changes && headers.origin !== `http://${host}`) {
      return refuse(403, `The origin "${headers.origin ?? 'none'}" may not change anything here.`);
    }
    if (isSame(cookieOf(headers.cookie, cookieName), session)) return { kind: 'admit' };
    if (!changes && isSame(tokenOf(url), token)) {
      return { kind: 'sign-in', cookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/` };
    }
    return refuse(401, 'Open the whole address that Sightline printed when it started, with its token.');
  };
  return { token, judge };
}

function refuse(status: 401 | 403 | 421, reason: string): Verdict {
  return { kind: 'refuse', status, reason };
}

/** Programs other than browsers send no such header; the cookie still holds them off. */
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

/** Compares hashes, so that the time it takes tells neither content nor length. */
function isSame(given: string | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(hash(given), hash(secret));
}
