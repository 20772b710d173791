import net, { type AddressInfo } from 'node:net';

/** Requirement of the proxy, or how it fails. */
export type SocksBehavior = {
  readonly login?: { readonly username: string; readonly password: string } | undefined;
  /** The code of a refusal (RFC 1928, section 6). */
  readonly reply?: number;
  /** Sent at once instead of what SOCKS has, one byte a character; the connection ends after it. */
  readonly response?: string;
  readonly isSilent?: boolean;
};

/**
 * Starts a SOCKS 5 proxy on a free port of loopback. Every target leads to 127.0.0.1 at the port that the client
 * requests. `targets`: the addresses requested; `log`: all bytes from clients.
 */
export async function startSocksProxy({ login, reply = 0, response, isSilent = false }: SocksBehavior) {
  const targets: string[] = [];
  const seen: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  const remember = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };

  const serve = async (client: net.Socket) => {
    const bytes = createByteReader(client, (chunk) => seen.push(chunk));
    const [, methodCount = 0] = await bytes(2);
    const method = login ? 2 : 0;
    if (!(await bytes(methodCount)).includes(method)) return void client.end(Buffer.from([5, 0xff]));
    client.write(Buffer.from([5, method]));
    if (login) {
      const username = (await bytes((await bytes(2))[1] ?? 0)).toString();
      const password = (await bytes((await bytes(1))[0] ?? 0)).toString();
      const isRight = username === login.username && password === login.password;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return void client.end();
    }
    const [, , , type] = await bytes(4);
    const host =
      type === 3
        ? (await bytes((await bytes(1))[0] ?? 0)).toString()
        : address(await bytes(type === 1 ? 4 : 16));
    const port = (await bytes(2)).readUInt16BE();
    targets.push(`${host}:${port}`);
    // The proxy's own address as a name, so that its length has to be read.
    const own = [3, 5, ...Buffer.from('proxy'), 0, 0];
    if (reply !== 0) return void client.end(Buffer.from([5, reply, 0, ...own]));
    const upstream = net.connect(port, '127.0.0.1');
    remember(upstream);
    await new Promise((resolve) => upstream.once('connect', resolve));
    client.write(Buffer.from([5, 0, 0, ...own]));
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.pipe(client);
    client.on('close', () => upstream.destroy());
  };

  const server = net.createServer((client) => {
    remember(client);
    if (isSilent) return;
    if (response === undefined) void serve(client).catch(() => client.destroy());
    else client.end(Buffer.from(response, 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    log: () => Buffer.concat(seen).toString('latin1'),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Reads so many bytes of a connection at a time; `onChunk` gets all that come. */
function createByteReader(socket: net.Socket, onChunk: (chunk: Buffer) => void) {
  let unread = Buffer.alloc(0);
  let wake = () => {};
  socket.on('data', (chunk) => {
    onChunk(chunk);
    unread = Buffer.concat([unread, chunk]);
    wake();
  });
  return async (length: number): Promise<Buffer> => {
    while (unread.length < length) await new Promise<void>((resolve) => (wake = resolve));
    const bytes = unread.subarray(0, length);
    unread = unread.subarray(length);
    return bytes;
  };
}

function address(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16)).join(':');
}
