import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { z } from 'zod';
import { hostPaths } from '../shared/host-paths.ts';
import { describeSchemaError } from '../shared/input-failure.ts';
import { appRouter } from './api/router.ts';
import { type Log, noLog } from './core/base/log-file.ts';
import { CallStopped } from './core/base/thread-protocol.ts';
import type { Core } from './core/core.ts';
import { chipResponse } from './handler/chip-response.ts';
import { feedResponse } from './handler/feed-response.ts';
import { jsonResponse } from './handler/json-response.ts';
import { layerTileResponse } from './handler/layer-tile-response.ts';
import { pageFile } from './handler/page-files.ts';
import { pictureResponse } from './handler/picture-response.ts';
import { securityHeaders } from './handler/security-headers.ts';
import { sourceFileResponse } from './handler/source-file-response.ts';
import { tileResponse } from './handler/tile-response.ts';
import type { HostServices } from './host-services.ts';

/** The fetch handler for all requests of the page; every host mounts the same one. */
export type AppHandler = (request: Request) => Promise<Response>;

export type AppHandlerOptions = {
  readonly core: Core;
  readonly host: HostServices;
  /** Folder of the built page. */
  readonly rendererDir: string;
  /** Calls of the API are logged there. */
  readonly log?: Log;
  /** Called with every unexpected failure; the page is only sent a generic message. */
  onProblem(error: unknown, where: string): void;
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
  if (pathname.startsWith(hostPaths.api)) return apiResponse(request, options);
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

function apiResponse(
  request: Request,
  { core, host, log = noLog, onProblem }: AppHandlerOptions,
): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/api',
    req: request,
    router: appRouter,
    // Long queries are sent as request bodies.
    allowMethodOverride: true,
    createContext: () => ({ core, host, log }),
    onError: ({ error, path }) => {
      const { cause } = error;
      // The page has aborted the request, and a long query of it was stopped.
      if (error.code !== 'INTERNAL_SERVER_ERROR' || cause instanceof CallStopped) return;
      // The message of a zod error is its JSON.
      const problem = cause instanceof z.ZodError ? new Error(describeSchemaError(cause)) : (cause ?? error);
      onProblem(problem, `api ${path ?? '?'}`);
    },
  });
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
