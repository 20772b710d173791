import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

/** Behavior of the proxy at a CONNECT request; `connect` opens the tunnel to the port of loopback. */
export type ProxyBehavior = (tunnel: {
  readonly authority: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly client: net.Socket;
  /** Opens the tunnel. Returns the connection to the server, with everything already copied both ways. */
  connect(): Promise<net.Socket>;
  /** Refuses with a status. */
  refuse(status: number, headers?: Readonly<Record<string, string>>): void;
}) => void | Promise<void>;

/** A proxy on a free port of loopback. */
export type ConnectProxy = {
  readonly port: number;
  /** Everything that the proxy could read: request lines, headers, and the bytes of its tunnels. */
  log(): string;
  /** The CONNECT requests so far, as `host:port`. */
  readonly authorities: readonly string[];
  behavior: ProxyBehavior;
  close(): Promise<void>;
};

/**
 * Starts a proxy for HTTPS (CONNECT) and HTTP (absolute addresses). Every name leads to 127.0.0.1 at the port that the
 * client requests, so that tests can use names of hosts that do not exist.
 */
export async function startConnectProxy(
  behavior: ProxyBehavior = async ({ connect }) => void (await connect()),
): Promise<ConnectProxy> {
  const seen: Buffer[] = [];
  const authorities: string[] = [];
  const sockets = new Set<net.Socket>();
  const remember = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = http.createServer((incoming, response) => {
    seen.push(Buffer.from(`${incoming.method} ${incoming.url}\n${incoming.rawHeaders.join('\n')}\n`));
    const url = URL.parse(incoming.url ?? '');
    if (!url) return void response.writeHead(400).end();
    const { method, headers } = incoming;
    const forwarded = http.request(
      { host: '127.0.0.1', port: url.port, path: `${url.pathname}${url.search}`, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  server.on('connection', remember);
  server.on('connect', (incoming: http.IncomingMessage, client: net.Socket) => {
    const authority = incoming.url ?? '';
    authorities.push(authority);
    seen.push(Buffer.from(`CONNECT ${authority}\n${incoming.rawHeaders.join('\n')}\n`));
    client.on('data', (bytes) => seen.push(bytes));
    client.pause();
    void proxy.behavior({
      authority,
      headers: incoming.headers,
      client,
      async connect() {
        const upstream = net.connect(Number(authority.split(':').at(-1)), '127.0.0.1');
        remember(upstream);
        await new Promise((resolve) => upstream.once('connect', resolve));
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(upstream);
        upstream.pipe(client);
        client.on('close', () => upstream.destroy());
        upstream.on('close', () => client.destroy());
        return upstream;
      },
      refuse(status, headers = {}) {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        client.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}Content-Length: 0\r\n\r\n`);
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: ConnectProxy = {
    port,
    log: () => Buffer.concat(seen).toString('latin1'),
    authorities,
    behavior,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return proxy;
}
