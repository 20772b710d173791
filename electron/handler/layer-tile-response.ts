import type { Workspace } from '../core/workspace/open/workspace.ts';
import { bytesResponse } from './bytes-response.ts';
import { jsonResponse } from './json-response.ts';

/**
 * `/layers/<layer>/<z>/<x>/<y>`: 200 with a Mapbox Vector Tile of a layer of the user's, or JSON `{ kind, reason }`:
 * 404 `no-layer`, 409 `no-workspace`.
 */
export async function layerTileResponse(
  pathname: string,
  workspace: Workspace | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const match = /^\/layers\/([0-9a-f-]{36})\/(\d{1,2})\/(\d{1,9})\/(\d{1,9})$/.exec(pathname);
  if (!workspace) return jsonResponse(409, { kind: 'no-workspace', reason: 'No workspace is open.' });
  const [, id = '', z, x, y] = match ?? [];
  const tile = match && (await workspace.layerTile(id, { z: Number(z), x: Number(x), y: Number(y) }, signal));
  if (!tile) return jsonResponse(404, { kind: 'no-layer', reason: 'This layer does not exist any more.' });
  return bytesResponse(tile, {
    'content-type': 'application/vnd.mapbox-vector-tile',
    'cache-control': 'no-store',
  });
}
