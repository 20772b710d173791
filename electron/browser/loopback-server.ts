import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { securityHeaders } from '../handler/security-headers.ts';
import { BodyTooLarge, maxBodyBytes, sendFetchResponse, toFetchRequest } from './fetch-adapter.ts';
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
  /** How to get another address, for the page of one that was used. */
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
