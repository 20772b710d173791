import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { securityHeaders } from '../handler/security-headers.ts';
import { BodyTooLarge, maxBodyBytes, sendFetchResponse, toFetchRequest } from './fetch-adapter.ts';
import { createRequestGuard, type RequestGuard } from './request-guard.ts';

/** An outline that is filtered by stands in a feed's address. */
const maxHeaderBytes = 1024 * 1024;

export type LoopbackServerOptions = {
  /** 0 lets the system choose. */
  readonly port: number;
  answer(request: Request): Promise<Response>;
  /** Paths whose bodies may be of any length and are streamed. */
  isStreamed?(path: string): boolean;
  onProblem(error: unknown, where: string): void;
};

/** A running server on 127.0.0.1. */
export type LoopbackServer = {
  /** The address to open, with its token. */
  readonly url: string;
  /** Ends every connection, open event streams too. */
  close(): Promise<void>;
};

/** Listens on 127.0.0.1 only and hands guarded requests to `answer`. Rejects when the port is taken. */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const server = http.createServer({ maxHeaderSize: maxHeaderBytes });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const guard = createRequestGuard(port);
  server.on('request', (incoming, outgoing) => {
    serve(incoming, outgoing, guard, options).catch((error: unknown) => {
      const leftWhileSending = incoming.destroyed && !incoming.complete;
      if (leftWhileSending) return;
      options.onProblem(error, `${incoming.method} ${pathOf(incoming)}`);
      outgoing.destroy();
    });
  });
  return {
    url: `http://127.0.0.1:${port}/?token=${guard.token}`,
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
  { answer, isStreamed }: LoopbackServerOptions,
): Promise<void> {
  const verdict = guard.judge(incoming);
  if (verdict.kind === 'refuse') return sendText(outgoing, verdict.status, verdict.reason);
  if (verdict.kind === 'sign-in') {
    // The token leaves the address bar at once.
    return sendText(outgoing, 303, '', { location: '/', 'set-cookie': verdict.cookie });
  }
  try {
    await sendFetchResponse(await answer(await toFetchRequest(incoming, outgoing, isStreamed)), outgoing);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    sendText(outgoing, 413, `The request is larger than ${maxBodyBytes} bytes.`, { connection: 'close' });
  }
}

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

/** The path without its query, which may hold the token. */
function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? '').split('?', 1)[0] ?? '';
}
