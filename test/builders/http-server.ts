import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request that a test server got, with its body read. */
export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** What a test server answers with; it may also do to the socket whatever it likes. */
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/** A server on a free loopback port that notes what it is asked. */
export type TestServer = {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were opened to it. */
  connections(): number;
  close(): Promise<void>;
};

/** Starts a server that answers as `answer` says; over HTTPS when key and certificate are given. */
export async function startHttpServer(
  answer: Answer,
  tls?: { readonly key: string; readonly cert: string },
): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  const listener: RequestListener = async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    requests.push(request);
    await answer(request, response);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
