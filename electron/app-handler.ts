import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { hostPaths } from '../shared/host-paths.ts';
import type { ChipOutcome } from './core/chips/chips.ts';
import type { Core } from './core/core.ts';
import type { MapSources } from './core/map-sources/map-sources.ts';
import type { Workspace } from './core/workspace/open/workspace.ts';
import type { ApiOptions } from './handler/api-response.ts';
import { bytesResponse } from './handler/bytes-response.ts';
import { feedResponse } from './handler/feed-response.ts';
import { jsonResponse } from './handler/json-response.ts';
import { pageFile } from './handler/page-files.ts';
import { pictureResponse } from './handler/picture-response.ts';
import { securityHeaders } from './handler/security-headers.ts';

/** The fetch handler for all requests of the page; every host mounts the same one. */
export type AppHandler = (request: Request) => Promise<Response>;

export type AppHandlerOptions = ApiOptions & {
  /** Folder of the built page. */
  readonly rendererDir: string;
};

/**
 * Serves the page (`/…`), the typed API (`/api/…`), the packed detections (`/feed/…`) and the image chips
 * (`/chips/<detection id>`), and saves pictures of the map (`POST /pictures`). Every response has the security headers.
 *
 * An aborted request aborts its signal in the browser host; under Electron it only cancels the response's body. The API
 * streams its responses, so it sees both. A chip's status depends on its outcome. So under Electron an aborted chip
 * request is completed, and the chip is cached.
 */
export function createAppHandler(options: AppHandlerOptions): AppHandler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    try {
      return withSecurityHeaders(await route(request, pathname, options));
    } catch (error) {
      // The client has disconnected; this response is never read.
      if (request.signal.aborted) return withSecurityHeaders(new Response(null, { status: 499 }));
      // What follows names tiles and detections, which do not belong in a log.
      options.onProblem(error, `${request.method} /${pathname.split('/')[1]}`);
      return withSecurityHeaders(jsonResponse(500, { reason: 'Sightline failed on this request.' }));
    }
  };
}

function route(request: Request, pathname: string, options: AppHandlerOptions): Response | Promise<Response> {
  if (pathname.startsWith(hostPaths.api)) return callApi(request, options);
  if (pathname === hostPaths.pictures && request.method === 'POST')
    return pictureResponse(request, options.host, options.core);
  const mayPost = pathname.startsWith(hostPaths.feed);
  if (request.method !== 'GET' && request.method !== 'HEAD' && !(mayPost && request.method === 'POST')) {
    return jsonResponse(405, { reason: 'Only GET and HEAD are answered here.' }, { allow: 'GET, HEAD' });
  }
  if (mayPost) return feed(request, pathname, options.core);
  if (pathname.startsWith(hostPaths.chips)) {
    return chip(request, pathname.slice(hostPaths.chips.length), options.core);
  }
  if (pathname.startsWith(hostPaths.tiles))
    return tileResponse(pathname, options.core.mapSources, request.signal);
  if (pathname.startsWith(hostPaths.layers))
    return layerTileResponse(pathname, options.core.workspace(), request.signal);
  if (pathname.startsWith(hostPaths.sources)) {
    return sourceFileResponse(request, pathname.slice(hostPaths.sources.length), options.core.mapSources);
  }
  return staticResponse(options.rendererDir, pathname);
}

/** The procedures and their schemas are loaded with the first call, which comes after the scripts of the page. */
async function callApi(request: Request, options: AppHandlerOptions): Promise<Response> {
  const { apiResponse } = await import('./handler/api-response.ts');
  return apiResponse(request, options);
}

/** Parameters that are too long for a URL are sent as a form. */
async function feed(request: Request, pathname: string, core: Core): Promise<Response> {
  const isForm = request.method === 'POST';
  const parameters = isForm ? new URLSearchParams(await request.text()) : new URL(request.url).searchParams;
  return feedResponse(pathname.slice(hostPaths.feed.length), parameters, core.workspace());
}

async function chip(request: Request, id: string, core: Core): Promise<Response> {
  if (!/^[1-9]\d{0,14}$/.test(id)) {
    return jsonResponse(404, {
      kind: 'none',
      reason: `"${id}" is not the number of a detection.`,
    });
  }
  return chipResponse(await core.chips.get(Number(id), request.signal));
}

async function staticResponse(rendererDir: string, pathname: string): Promise<Response> {
  return (
    (await pageFile(rendererDir, pathname)) ??
    jsonResponse(404, { reason: `There is nothing at ${pathname}.` })
  );
}

function withSecurityHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  // tRPC sets it for streams; framing belongs to the transport, and a custom scheme has none.
  response.headers.delete('transfer-encoding');
  return response;
}

/**
 * A chip as an HTTP response: 200 with the PNG, or else JSON `{ kind, reason? }`, where `kind` is that of the outcome.
 * Status: `none` and `absent` 404, `forbidden` 403, `sign-in-needed` 401, `offline` 503, `failed` 502.
 */
function chipResponse(outcome: ChipOutcome): Response {
  if (outcome.kind === 'image') {
    return bytesResponse(new Uint8Array(outcome.png), {
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-chip-source': outcome.source,
    });
  }
  return jsonResponse(chipStatuses[outcome.kind], outcome);
}

const chipStatuses: Readonly<Record<Exclude<ChipOutcome['kind'], 'image'>, number>> = {
  none: 404,
  absent: 404,
  forbidden: 403,
  'sign-in-needed': 401,
  offline: 503,
  failed: 502,
};

/**
 * `/layers/<layer>/<z>/<x>/<y>`: 200 with a Mapbox Vector Tile of a layer of the user's, or JSON `{ kind, reason }`:
 * 404 `no-layer`, 409 `no-workspace`.
 */
async function layerTileResponse(
  pathname: string,
  workspace: Workspace | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const match = /^\/layers\/([0-9a-f-]{36})\/(\d{1,2})\/(\d{1,9})\/(\d{1,9})$/.exec(pathname);
  if (!workspace) return jsonResponse(409, { kind: 'no-workspace', reason: 'No workspace is open.' });
  const [, id = '', z, x, y] = match ?? [];
  const tile = match && (await workspace.layerTile(id, { z: Number(z), x: Number(x), y: Number(y) }, signal));
  if (!tile) return jsonResponse(404, { kind: 'no-layer', reason: 'This layer does not exist.' });
  return bytesResponse(tile, {
    'content-type': 'application/vnd.mapbox-vector-tile',
    'cache-control': 'no-store',
  });
}

/**
 * `/tiles/<source>/<z>/<x>/<y>`: 200 with the tile and its origin in `x-tile-source`, 204 when the source has none, or
 * else JSON `{ kind, reason }`: `offline` 503, `failed` 502, `no-source` 404.
 */
async function tileResponse(
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
      return jsonResponse(404, { ...outcome, reason: 'This source does not exist.' });
  }
}

/**
 * `/sources/<source>`: bytes of a GeoTIFF, complete (200) or one range (206, RFC 9110, 14). 404 when there is none or
 * the file is missing or empty, 416 for an unsatisfiable range and for multiple ranges.
 */
async function sourceFileResponse(
  request: Request,
  id: string,
  mapSources: Pick<MapSources, 'file'>,
): Promise<Response> {
  const file = mapSources.file(id);
  const found = file && (await stat(file.path).catch(() => undefined));
  if (!file) return jsonResponse(404, { kind: 'no-source', reason: 'There is no such file.' });
  if (!found?.isFile() || found.size === 0) {
    const what = found?.isFile() ? 'is empty (0 bytes)' : 'is not where it was';
    const reason = `The file ${file.name} ${what}. Restore it, or choose it again.`;
    return jsonResponse(404, { kind: 'no-source', reason });
  }
  const headers = {
    'content-type': 'image/tiff',
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    etag: `"${found.size.toString(16)}-${Math.round(found.mtimeMs).toString(16)}"`,
  };
  const range = request.headers.get('range');
  const part = range === null ? { from: 0, to: found.size - 1 } : readRange(range, found.size);
  if (!part) {
    return jsonResponse(
      416,
      { reason: 'The file has no such part.' },
      { 'content-range': `bytes */${found.size}` },
    );
  }
  const { from, to } = part;
  const body = Readable.toWeb(createReadStream(file.path, { start: from, end: to })) as ReadableStream;
  return new Response(body, {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      ...(range === null ? {} : { 'content-range': `bytes ${from}-${to}/${found.size}` }),
    },
  });
}

function readRange(header: string, size: number): { readonly from: number; readonly to: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return from <= to ? { from, to } : undefined;
}
