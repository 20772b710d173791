import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { securityHeaders } from '../handler/security-headers.ts';
import { createRequestGuard, type RequestGuard } from './request-guard.ts';

/** A feed's URL may contain a filter with a long polygon. */
const maxHeaderBytes = 1024 * 1024;

export type LoopbackServerOptions = {
  /** 0 lets the system choose. */
  readonly port: number;
  /** An address of loopback, 127.0.0.0/8; by default 127.0.0.1. */
  readonly address?: string;
  handle(request: Request): Promise<Response>;
  /** Paths whose bodies may be of any length and are streamed. */
  isStreamed?(path: string): boolean;
  /** Called when an address was used; each works once. */
  onAddressUsed?(): void;
  /** Remedy for another address, for the page of one that was used. */
  readonly howToGetAnother?: string;
  onProblem(error: unknown, where: string): void;
};

/** A running server on loopback. */
export type LoopbackServer = {
  readonly address: string;
  readonly port: number;
  /** A new URL to open, with a token that works once, and only until another one is used. */
  createAddress(): string;
  /** Closes every connection, including open event streams. */
  close(): Promise<void>;
};

/**
 * Listens on one address of loopback only and passes admitted requests to `handle`. Rejects when the port is in use, or when
 * the system does not have the address.
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const { address: host = '127.0.0.1' } = options;
  const server = http.createServer({
    maxHeaderSize: maxHeaderBytes,
    // Node would cut off a request after five minutes, also while a large file is arriving.
    requestTimeout: 0,
    headersTimeout: 60_000,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const guard = createRequestGuard(port, host);
  server.on('request', (incoming, outgoing) => {
    serve(incoming, outgoing, guard, options).catch((error: unknown) => {
      const leftWhileSending = incoming.destroyed && !incoming.complete;
      if (leftWhileSending) return;
      options.onProblem(error, `${incoming.method} ${pathOf(incoming)}`);
      if (outgoing.headersSent) outgoing.destroy();
      else sendText(outgoing, 500, 'Sightline could not answer this request; its log has the reason.');
    });
  });
  return {
    address: host,
    port,
    createAddress: () => `http://${host}:${port}/?token=${guard.createToken()}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  guard: RequestGuard,
  { handle, isStreamed, onAddressUsed, howToGetAnother = 'Start Sightline again.' }: LoopbackServerOptions,
): Promise<void> {
  const decision = guard.check(incoming);
  if (decision.kind === 'refuse') {
    // The page of a host that was restarted shows this.
    const remedy = decision.status === 401 ? ` ${howToGetAnother}` : '';
    return sendText(outgoing, decision.status, decision.reason + remedy);
  }
  if (decision.kind === 'used') {
    return sendText(outgoing, 401, `This address was used already; each works once. ${howToGetAnother}`);
  }
  if (decision.kind === 'sign-in') {
    onAddressUsed?.();
    const headers = { 'set-cookie': decision.cookie };
    // Either removes the token from the address bar. Browsers withhold the cookie from a redirect of another page's
    // request, but not from a request of this page.
    if (!decision.isFromPage) return sendText(outgoing, 303, '', { ...headers, location: '/' });
    return sendText(outgoing, 200, continuePage, { ...headers, 'content-type': 'text/html; charset=utf-8' });
  }
  try {
    await sendFetchResponse(await handle(await toFetchRequest(incoming, outgoing, isStreamed)), outgoing);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    sendText(outgoing, 413, `The request is larger than ${maxBodyBytes} bytes.`, { connection: 'close' });
  }
}

const continuePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/">
<title>Sightline</title>
<p><a href="/">Open Sightline</a>
</html>
`;

function sendText(
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  outgoing.end(text);
}

/** The path without its query, which may contain the token. */
function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? '').split('?', 1)[0] ?? '';
}

/** Larger request bodies are refused: the page's largest is a list of chosen detections. */
export const maxBodyBytes = 8 * 1024 * 1024;

/** The request's body is larger than `maxBodyBytes`. */
class BodyTooLarge extends Error {}

/**
 * Requests whose response is not complete. A `Request` forwards an abort to its signal only until it is garbage
 * collected. A streaming handler references the signal only.
 */
const openRequests = new Set<Request>();

/**
 * Converts a Node request to a fetch API request. Its signal aborts when the client disconnects before the response is
 * complete. The body of a path for which `isStreamed` is true is streamed, without a size limit.
 */
async function toFetchRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isStreamed: (path: string) => boolean = () => false,
): Promise<Request> {
  const gone = new AbortController();
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const body = hasBody ? await bodyOf(incoming, isStreamed) : null;
  const request = new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host}`), {
    method: incoming.method ?? 'GET',
    headers: toHeaders(incoming),
    signal: gone.signal,
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
  openRequests.add(request);
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
    openRequests.delete(request);
  });
  return request;
}

function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const single of [value ?? []].flat()) headers.append(name, single);
  }
  return headers;
}

/** Sends a fetch API response with backpressure; the body is cancelled when the client disconnects. */
async function sendFetchResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body || outgoing.req.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // An event stream may send no event for long; its reader waits for the headers.
  outgoing.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body), outgoing);
  } catch (error) {
    if (!outgoing.destroyed || outgoing.errored) throw error;
  }
}

function bodyOf(
  incoming: IncomingMessage,
  isStreamed: (path: string) => boolean,
): Promise<Uint8Array<ArrayBuffer>> | ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!isStreamed(incoming.url ?? '/')) return readBody(incoming);
  return Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(incoming.headers['content-length']) > maxBodyBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not close the connection: the 413 response is sent on it.
  const body: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
