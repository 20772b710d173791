import { type Failure, fail } from '../../../shared/result.ts';
import { createSharedWork } from '../chips/shared-work.ts';
import type { Http, HttpResponse } from '../service/http.ts';
import { patienceWords, retryAfterMs } from '../service/retry.ts';
import { freshnessOf } from './freshness.ts';
import type { HostGate } from './host-gate.ts';
import { imageType, whatInstead } from './image-type.ts';
import { type KeptTile, type TileCache, tileKey } from './tile-cache.ts';
import type { TileOutcome } from './tile-outcome.ts';

/** Fetches the image at an address, by way of the cache. Rejects only when `signal` aborts. */
export type FetchTile = (
  sourceId: string,
  address: string,
  signal: AbortSignal,
  keeps?: 'kept' | 'not kept',
) => Promise<TileOutcome>;

type FetchTileParts = {
  readonly http: Http;
  readonly cache: Pick<TileCache, 'read' | 'write' | 'renew'>;
  readonly gate: HostGate;
  readonly now: () => number;
  readonly onProblem: (error: unknown, where: string) => void;
};

const maxTileBytes = 8 * 2 ** 20;
/** A server that cannot be reached is left alone so long; tiles that are there come at once meanwhile. */
export const restWhenOfflineMs = 10_000;
const longestRestMs = 60_000;
/** A tile that a server does not have is asked for again after so long. */
const absentMs = 24 * 60 * 60 * 1000;

/**
 * Tiles by their addresses. What is on the disk and fresh is taken from there; what is stale is asked about with its
 * ETag, and shown all the same when the server cannot answer.
 */
export function createFetchTile(parts: FetchTileParts): FetchTile {
  const { cache, onProblem, now } = parts;
  const shared = createSharedWork<TileOutcome>();

  const fetchAndKeep = async (
    sourceId: string,
    address: string,
    key: string,
    signal: AbortSignal,
  ): Promise<TileOutcome> => {
    const kept = await cache.read(key).catch((error: unknown) => {
      onProblem(error, 'reading the tile cache');
      return undefined;
    });
    if (kept && kept.entry.freshUntil > now()) return fromDisk(kept, 'cache');
    const answer = await askServer(parts, address, signal, kept);
    if (!answer.ok) return kept ? fromDisk(kept, 'stale') : unreached(answer.failure);
    const keep = (work: Promise<void>) =>
      work.catch((error: unknown) => onProblem(error, 'writing the tile cache'));
    const { response } = answer;
    const { mayKeep, freshUntil } = freshnessOf(response.headers, now());
    if (response.status === 304 && kept) {
      await keep(cache.renew({ ...kept.entry, freshUntil }));
      return fromDisk(kept, 'network');
    }
    const entry = { key, sourceId, etag: response.headers.etag ?? null, freshUntil };
    const lastModified = response.headers['last-modified'] ?? null;
    if (isAbsent(response)) {
      const absent = { ...entry, type: null, lastModified: null, etag: null, freshUntil: now() + absentMs };
      await keep(cache.write(absent, undefined));
      return { kind: 'none' };
    }
    const judged = judge(response, address);
    if (judged.kind !== 'tile') return kept?.body ? fromDisk(kept, 'stale') : judged;
    if (mayKeep) await keep(cache.write({ ...entry, type: judged.contentType, lastModified }, judged.body));
    return judged;
  };

  return async (sourceId, address, signal, keeps = 'kept') => {
    if (keeps === 'not kept') {
      const answer = await askServer(parts, address, signal, undefined);
      if (!answer.ok) return unreached(answer.failure);
      return isAbsent(answer.response) ? { kind: 'none' } : judge(answer.response, address);
    }
    const key = tileKey(sourceId, address);
    return shared(key, (whenNobodyWaits) => fetchAndKeep(sourceId, address, key, whenNobodyWaits), signal);
  };
}

type Answer =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly failure: Failure };

/** Asks once, in its turn; a server that rests is not asked. */
async function askServer(
  { http, gate, now }: FetchTileParts,
  address: string,
  signal: AbortSignal,
  kept: KeptTile | undefined,
): Promise<Answer> {
  const url = URL.parse(address);
  if (!url) return fail('invalid-input', 'The address of the tile is none. Check the source.');
  const { host } = url;
  return gate.pass(host, signal, async (): Promise<Answer> => {
    const resting = gate.resting(host);
    if (resting) return { ok: false, failure: resting };
    const outcome = await http({
      method: 'GET',
      url,
      headers: { Accept: 'image/*,*/*;q=0.5', ...conditionsOf(kept) },
      maxBytes: maxTileBytes,
      connection: 'reused',
      signal,
    });
    if (!outcome.ok) {
      signal.throwIfAborted();
      if (isOffline(outcome.failure)) gate.rest(host, outcome.failure, restWhenOfflineMs);
      return outcome;
    }
    const { status, headers } = outcome.response;
    const pause = retryAfterMs(headers['retry-after'], now());
    if ((status === 429 || status === 503) && pause) {
      const words = patienceWords(headers['retry-after'], now()) ?? '';
      const { failure } = fail('refused', `${host} is asked too much (status ${status}). ${words}`.trim());
      gate.rest(host, failure, Math.min(pause, longestRestMs));
    } else gate.wake(host);
    return outcome;
  });
}

function conditionsOf(kept: KeptTile | undefined): Record<string, string> {
  if (kept?.body === undefined) return {};
  const { etag, lastModified } = kept.entry;
  if (etag !== null) return { 'If-None-Match': etag };
  return lastModified === null ? {} : { 'If-Modified-Since': lastModified };
}

/** Whether a failure says that there is no network, as against a server that does wrong. */
export function isOffline({ code }: Failure): boolean {
  return code === 'unreachable' || code === 'timeout';
}

/** Outside of what they cover, servers answer with nothing or not at all. */
function isAbsent({ status, body }: HttpResponse): boolean {
  return status === 404 || status === 410 || status === 204 || (status === 200 && body.length === 0);
}

function fromDisk({ entry, body }: KeptTile, source: 'cache' | 'stale' | 'network'): TileOutcome {
  if (!body || entry.type === null) return { kind: 'none' };
  return { kind: 'tile', body, contentType: entry.type, source };
}

function unreached(failure: Failure): TileOutcome {
  return { kind: isOffline(failure) ? 'offline' : 'failed', reason: failure.message };
}

function judge(response: HttpResponse, address: string): TileOutcome {
  const host = URL.parse(address)?.host ?? 'The server';
  const { status, body } = response;
  if (status !== 200) {
    const says = /^(?:text\/plain|application\/(?:json|xml)|text\/xml)/i.test(
      response.headers['content-type'] ?? '',
    )
      ? ` It sent ${whatInstead(response)}.`
      : '';
    return { kind: 'failed', reason: `${host} answered with status ${status}${meaningOf(status)}.${says}` };
  }
  const contentType = imageType(body);
  if (contentType === undefined) {
    return { kind: 'failed', reason: `${host} sent ${whatInstead(response)}.` };
  }
  return { kind: 'tile', body, contentType, source: 'network' };
}

function meaningOf(status: number): string {
  switch (status) {
    case 400:
      return ' (it does not understand the request; check layer, format and zoom)';
    case 401:
    case 403:
      return ' (it does not let us have the tile; check the key in the address)';
    case 429:
      return ' (it is asked too much)';
    default:
      return status >= 500 ? ' (it has failed itself; try again later)' : '';
  }
}
