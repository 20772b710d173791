import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request to a test server, with its body. */
export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** The response function of a test server; it may also manipulate the socket. */
export type Respond = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/** A server on a free loopback port that records its requests. */
export type TestServer = {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Number of connections opened to it. */
  connections(): number;
  close(): Promise<void>;
};

/** Starts a server that responds with `respond`; over HTTPS when key and certificate are given. */
export async function startHttpServer(
  respond: Respond,
  tls?: ServerOptions & { readonly key: string; readonly cert: string },
): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  const receive = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    requests.push(request);
    await respond(request, response);
  };
  const listener: RequestListener = (incoming, response) => void receive(incoming, response);
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

/** Responds with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
