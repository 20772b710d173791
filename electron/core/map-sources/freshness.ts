import type { IncomingHttpHeaders } from 'node:http';

/** How long a tile may be shown without asking. Times are epoch milliseconds. */
export type Freshness = {
  /** False: the server forbids to keep it. */
  readonly mayKeep: boolean;
  readonly freshUntil: number;
};

const day = 24 * 60 * 60 * 1000;
/** What servers that say nothing get, as the tile usage policy of OpenStreetMap asks for. */
const defaultLifetime = 7 * day;
const longestLifetime = 365 * day;

/** What `Cache-Control`, `Expires` and `Age` say (RFC 9111, 4.2 and 5.2), for a cache that serves one user. */
export function freshnessOf(headers: IncomingHttpHeaders, now: number): Freshness {
  const directives = new Map(
    (headers['cache-control'] ?? '').split(',').map((directive) => {
      const [name = '', value = ''] = directive.split('=');
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')];
    }),
  );
  if (directives.has('no-store')) return { mayKeep: false, freshUntil: now };
  return { mayKeep: true, freshUntil: now + Math.min(longestLifetime, lifetimeOf(directives, headers, now)) };
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
  // What is no date, such as 0, means: already over.
  return Number.isNaN(expires) ? 0 : Math.max(0, expires - now);
}
