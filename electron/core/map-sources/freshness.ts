import type { IncomingHttpHeaders } from 'node:http';

/** How long a tile may be used without revalidation. Times are epoch milliseconds. */
export type Freshness = {
  /** False: the server forbids storing it (`no-store`). */
  readonly mayStore: boolean;
  readonly freshUntil: number;
};

const day = 24 * 60 * 60 * 1000;
/** The lifetime without caching headers, as required by the tile usage policy of OpenStreetMap. */
const defaultLifetime = 7 * day;
const longestLifetime = 365 * day;

/** Evaluates `Cache-Control`, `Expires` and `Age` (RFC 9111, 4.2 and 5.2) for a private cache. */
export function freshnessOf(headers: IncomingHttpHeaders, now: number): Freshness {
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
