import net from 'node:net';
import { ConnectError, type ProxyRefusal, type Target } from './connect-error.ts';
import type { ProxyServer } from './network-access.ts';

/**
 * Requests a connection to the target from the SOCKS 5 proxy at the other end of `socket` (RFC 1928). When `proxy` has
 * a login, it is sent when the proxy requests a user name and password (RFC 1929). Names are resolved by the proxy. No
 * byte of the request to the target is sent. When the proxy refuses or `timeout` aborts, rejects with `ConnectError`
 * and destroys the socket.
 */
export async function openSocksTunnel(
  socket: net.Socket,
  target: Target,
  proxy: ProxyServer,
  timeout: AbortSignal,
): Promise<void> {
  const name = `${proxy.host}:${proxy.port}`;
  const refuse = (refusal: ProxyRefusal) => new ConnectError('tunnel', undefined, { proxy: name, refusal });
  const read = (length: number) => readBytes(socket, length, name, timeout);
  try {
    await chooseMethod();
    const { host, port } = target;
    socket.write(Buffer.from([...[5, 1, 0], ...encodeHost(host), port >> 8, port & 0xff]));
    const [version, reply = 1, , addressType] = await read(4);
    if (version !== 5) throw refuse({ kind: 'no-proxy' });
    if (reply !== 0) throw refuse({ kind: refusalOf(reply), answer: `SOCKS reply ${reply}` });
    // The address and port of the proxy's end of the connection, which are not used but must be read.
    const addressLength = addressType === 1 ? 4 : addressType === 4 ? 16 : ((await read(1))[0] ?? 0);
    await read(addressLength + 2);
  } catch (error) {
    socket.destroy();
    throw error;
  }

  async function chooseMethod(): Promise<void> {
    const { login } = proxy;
    socket.write(Buffer.from(login ? [5, 2, noLogin, byPassword] : [5, 1, noLogin]));
    const [version, method] = await read(2);
    if (version !== 5) throw refuse({ kind: 'no-proxy' });
    if (method === noLogin) return;
    const refused = refuse({ kind: 'login', schemes: [], hadLogin: login !== undefined });
    if (method !== byPassword || !login) throw refused;
    const username = Buffer.from(login.username);
    const password = Buffer.from(login.password);
    if (username.length > 255 || password.length > 255) throw refused;
    socket.write(Buffer.from([1, username.length, ...username, password.length, ...password]));
    const [, status] = await read(2);
    if (status !== 0) throw refused;
  }
}

const noLogin = 0;
const byPassword = 2;

/**
 * Returns why the proxy did not connect: replies 3 to 6 are failures of the network or the target (RFC 1928, section
 * 6).
 */
function refusalOf(reply: number): 'unreachable' | 'refused' {
  return reply >= 3 && reply <= 6 ? 'unreachable' : 'refused';
}

/**
 * Returns the address type and the bytes of an IP address, or those of a name after its length. Valid names have up to
 * 253 bytes.
 */
function encodeHost(host: string): readonly number[] {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  if (net.isIPv4(bare)) return [1, ...bare.split('.').map(Number)];
  if (net.isIPv6(bare)) return [4, ...ipv6Bytes(bare)];
  const bytes = Buffer.from(bare);
  return [3, Math.min(bytes.length, 255), ...bytes.subarray(0, 255)];
}

function ipv6Bytes(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const words = (text: string | undefined) =>
    text ? text.split(':').map((word) => Number.parseInt(word, 16)) : [];
  const [first, last] = [words(head), words(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].flatMap((word) => [word >> 8, word & 0xff]);
}

/** Reads exactly `length` bytes from the socket and leaves those after them in it. */
function readBytes(socket: net.Socket, length: number, proxy: string, timeout: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off('readable', onReadable);
      socket.off('error', onError);
      socket.off('close', onClose);
      socket.off('end', onClose);
      timeout.removeEventListener('abort', onTimeout);
    };
    const failed = (error: ConnectError) => {
      settle();
      // A destroyed socket may still emit an error, which would be uncaught without a listener.
      socket.on('error', () => {});
      reject(error);
    };
    const onReadable = () => {
      const bytes: Buffer | null = socket.read(length);
      if (bytes === null) return;
      // After the end of the connection `read` returns the remaining bytes, even if there are fewer.
      if (bytes.length < length) return onClose();
      settle();
      resolve(bytes);
    };
    const onError = (error: Error) => failed(new ConnectError('tunnel', error, { proxy }));
    const onClose = () => failed(new ConnectError('tunnel', undefined, { proxy }));
    const onTimeout = () => failed(new ConnectError('too-slow', undefined, { proxy }));
    if (timeout.aborted) return onTimeout();
    if (socket.destroyed) return onClose();
    socket.on('readable', onReadable);
    socket.once('error', onError);
    socket.once('close', onClose);
    socket.once('end', onClose);
    timeout.addEventListener('abort', onTimeout, { once: true });
    onReadable();
  });
}
