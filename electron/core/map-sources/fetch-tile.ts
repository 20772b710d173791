import type { IncomingHttpHeaders } from 'node:http';
import { type Failure, fail } from '../../../shared/result.ts';
import { createSharedTasks } from '../base/shared-tasks.ts';
import type { Http, HttpResponse } from '../service/http.ts';
import { describeRetryAfter, retryAfterMs } from '../service/retry.ts';
import type { HostLimiter } from './host-limiter.ts';
import { describeUnexpectedBody, imageType } from './image-type.ts';
import { type CachedTile, type TileCache, tileKey } from './tile-cache.ts';
import type { TileOutcome } from './tile-outcome.ts';

/** Fetches the image at an address through the cache. Rejects only when `signal` aborts. */
export type FetchTile = (
  sourceId: string,
  address: string,
  signal: AbortSignal,
  cacheMode?: 'cached' | 'uncached',
) => Promise<TileOutcome>;

type FetchTileDeps = {
  readonly http: Http;
  readonly cache: Pick<TileCache, 'read' | 'write' | 'changeDetails'>;
  readonly gate: HostLimiter;
  readonly now: () => number;
  readonly onProblem: (error: unknown, where: string) => void;
};

const maxTileBytes = 8 * 2 ** 20;
/** Backoff for a server that cannot be reached; cached tiles are served in the meantime. */
export const offlineBackoffMs = 10_000;
const maxBackoffMs = 60_000;
/** Time for which a missing tile (404) is cached. */
const absentMs = 24 * 60 * 60 * 1000;

/**
 * Tiles by their addresses. Fresh tiles come from the cache. Stale ones are revalidated with their ETag, and used
 * anyway when the server does not respond.
 */
export function createFetchTile(deps: FetchTileDeps): FetchTile {
  const { cache, onProblem, now } = deps;
  const shared = createSharedTasks<TileOutcome>();

  const fetchAndCache = async (
    sourceId: string,
    address: string,
    key: string,
    signal: AbortSignal,
  ): Promise<TileOutcome> => {
    const cached = await cache.read(key).catch((error: unknown) => {
      onProblem(error, 'reading the tile cache');
      return undefined;
    });
    if (cached && cached.entry.freshUntil > now()) return fromDisk(cached, 'cache');
    const result = await requestTile(deps, address, signal, cached);
    if (!result.ok) return cached ? fromDisk(cached, 'stale') : toFailedOutcome(result.failure);
    const reportFailure = (task: Promise<void>) =>
      task.catch((error: unknown) => onProblem(error, 'writing the tile cache'));
    const { response } = result;
    const { mayStore, freshUntil } = freshnessOf(response.headers, now());
    if (response.status === 304 && cached) {
      await reportFailure(cache.changeDetails(key, { ...cached.entry, freshUntil }));
      return fromDisk(cached, 'network');
    }
    const entry = { sourceId, etag: response.headers.etag ?? null, freshUntil };
    const lastModified = response.headers['last-modified'] ?? null;
    if (isAbsent(response)) {
      const absent = { ...entry, type: null, lastModified: null, etag: null, freshUntil: now() + absentMs };
      await reportFailure(cache.write(key, undefined, absent));
      return { kind: 'none' };
    }
    const outcome = toOutcome(response, address);
    if (outcome.kind !== 'tile') return cached?.body ? fromDisk(cached, 'stale') : outcome;
    if (mayStore)
      await reportFailure(
        cache.write(key, outcome.body, { ...entry, type: outcome.contentType, lastModified }),
      );
    return outcome;
  };

  return async (sourceId, address, signal, cacheMode = 'cached') => {
    if (cacheMode === 'uncached') {
      const result = await requestTile(deps, address, signal, undefined);
      if (!result.ok) return toFailedOutcome(result.failure);
      return isAbsent(result.response) ? { kind: 'none' } : toOutcome(result.response, address);
    }
    const key = tileKey(sourceId, address);
    return shared(key, (sharedSignal) => fetchAndCache(sourceId, address, key, sharedSignal), signal);
  };
}

type ServerResponse =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly failure: Failure };

/** Sends one request through the limiter; no request is sent during a backoff. */
async function requestTile(
  { http, gate }: FetchTileDeps,
  address: string,
  signal: AbortSignal,
  cached: CachedTile | undefined,
): Promise<ServerResponse> {
  const url = URL.parse(address);
  if (!url) return fail('invalid-input', 'The address of the tile is invalid. Check the source.');
  const { host } = url;
  return gate.run(host, signal, async (): Promise<ServerResponse> => {
    const resting = gate.backoffFailure(host);
    if (resting) return { ok: false, failure: resting };
    const outcome = await http({
      method: 'GET',
      url,
      headers: { Accept: 'image/*,*/*;q=0.5', ...conditionsOf(cached) },
      maxBytes: maxTileBytes,
      connection: 'reused',
      signal,
    });
    if (!outcome.ok) {
      signal.throwIfAborted();
      if (isOffline(outcome.failure)) gate.backOff(host, outcome.failure, offlineBackoffMs);
      return outcome;
    }
    const { status, headers } = outcome.response;
    const pause = retryAfterMs(headers);
    if ((status === 429 || status === 503) && pause) {
      const words = describeRetryAfter(headers) ?? '';
      const { failure } = fail(
        'refused',
        `${host} limits the number of requests (status ${status}). ${words}`.trim(),
      );
      gate.backOff(host, failure, Math.min(pause, maxBackoffMs));
    } else gate.clearBackoff(host);
    return outcome;
  });
}

function conditionsOf(cached: CachedTile | undefined): Record<string, string> {
  if (cached?.body === undefined) return {};
  const { etag, lastModified } = cached.entry;
  if (etag !== null) return { 'If-None-Match': etag };
  return lastModified === null ? {} : { 'If-Modified-Since': lastModified };
}

/** Whether a failure means that the network, a proxy or the server is unreachable, as opposed to a server error. */
export function isOffline({ code }: Failure): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'proxy';
}

/** Outside of their coverage, servers return 404, 410, 204 or an empty body. */
function isAbsent({ status, body }: HttpResponse): boolean {
  return status === 404 || status === 410 || status === 204 || (status === 200 && body.length === 0);
}

function fromDisk({ entry, body }: CachedTile, source: 'cache' | 'stale' | 'network'): TileOutcome {
  if (!body || entry.type === null) return { kind: 'none' };
  return { kind: 'tile', body, contentType: entry.type, source };
}

/** The outcome of a tile that could not be fetched. */
export function toFailedOutcome(failure: Failure): TileOutcome {
  const { message: reason, details } = failure;
  return { kind: isOffline(failure) ? 'offline' : 'failed', reason, details };
}

function toOutcome(response: HttpResponse, address: string): TileOutcome {
  const host = URL.parse(address)?.host ?? 'The server';
  const { status, body } = response;
  if (status !== 200) {
    const quoted = /^(?:text\/plain|application\/(?:json|xml)|text\/xml)/i.test(
      response.headers['content-type'] ?? '',
    )
      ? ` It sent ${describeUnexpectedBody(response)}.`
      : '';
    return { kind: 'failed', reason: `${host} answered with status ${status}${meaningOf(status)}.${quoted}` };
  }
  const contentType = imageType(body);
  if (contentType === undefined) {
    return { kind: 'failed', reason: `${host} sent ${describeUnexpectedBody(response)}.` };
  }
  return { kind: 'tile', body, contentType, source: 'network' };
}

function meaningOf(status: number): string {
  switch (status) {
    case 400:
      return ' (it does not accept the request; check layer, format and zoom)';
    case 401:
    case 403:
      return ' (it denies access to the tile; check the key in the address)';
    case 429:
      return ' (too many requests)';
    default:
      return status >= 500 ? ' (server error; try again later)' : '';
  }
}

/** Time for which a tile may be used without revalidation. Times are epoch milliseconds. */
type Freshness = {
  /** False: the server forbids storing it (`no-store`). */
  readonly mayStore: boolean;
  readonly freshUntil: number;
};

const day = 24 * 60 * 60 * 1000;
/** The lifetime without caching headers, as required by the tile usage policy of OpenStreetMap. */
const defaultLifetime = 7 * day;
const longestLifetime = 365 * day;

/** Evaluates `Cache-Control`, `Expires` and `Age` (RFC 9111, 4.2 and 5.2) for a private cache. */
function freshnessOf(headers: IncomingHttpHeaders, now: number): Freshness {
  const directives = new Map(
    (headers['cache-control'] ?? '').split(',').map((directive) => {
      const [name = '', value = ''] = directive.split('=');
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')];
    }),
  );
  if (directives.has('no-store')) return { mayStore: false, freshUntil: now };
  return {
    mayStore: true,
    freshUntil: now + Math.min(longestLifetime, lifetimeOf(directives, headers, now)),
  };
}

function lifetimeOf(
  directives: ReadonlyMap<string, string>,
  headers: IncomingHttpHeaders,
  now: number,
): number {
  if (directives.has('no-cache')) return 0;
  const maxAge = directives.get('max-age') ?? '';
  if (/^\d+$/.test(maxAge)) {
    const age = /^\d+$/.test(headers.age ?? '') ? Number(headers.age) : 0;
    return Math.max(0, Number(maxAge) - age) * 1000;
  }
  if (headers.expires === undefined) return defaultLifetime;
  const expires = Date.parse(headers.expires);
  // An invalid date, such as 0, means: already expired.
  return Number.isNaN(expires) ? 0 : Math.max(0, expires - now);
}
