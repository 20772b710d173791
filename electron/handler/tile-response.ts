import type { MapSources } from '../core/map-sources/map-sources.ts';
import { bytesResponse } from './bytes-response.ts';
import { jsonResponse } from './json-response.ts';

/**
 * `/tiles/<source>/<z>/<x>/<y>`: 200 with the tile and its origin in `x-tile-source`, 204 when the source has none, or
 * else JSON `{ kind, reason }`: `offline` 503, `failed` 502, `no-source` 404.
 */
export async function tileResponse(
  pathname: string,
  mapSources: Pick<MapSources, 'tile'>,
  signal: AbortSignal,
): Promise<Response> {
  const match = /^\/tiles\/([0-9a-f-]{36})\/(\d{1,2})\/(\d{1,9})\/(\d{1,9})$/.exec(pathname);
  if (!match) return jsonResponse(404, { kind: 'no-source', reason: `There is no tile at ${pathname}.` });
  const [, id = '', z, x, y] = match;
  const outcome = await mapSources.tile(id, { z: Number(z), x: Number(x), y: Number(y) }, signal);
  switch (outcome.kind) {
    case 'tile':
      return bytesResponse(new Uint8Array(outcome.body), {
        'content-type': outcome.contentType,
        'cache-control': 'no-store',
        'x-tile-source': outcome.source,
      });
    case 'none':
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    case 'offline':
      return jsonResponse(503, outcome);
    case 'failed':
      return jsonResponse(502, outcome);
    case 'no-source':
      return jsonResponse(404, { ...outcome, reason: 'This source does not exist any more.' });
  }
}
