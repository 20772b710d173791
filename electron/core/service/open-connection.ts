import net from 'node:net';
import tls from 'node:tls';
import { ConnectError, type ConnectStage, type ProxyRefusal, type Target } from './connect-error.ts';
import { openHttpTunnel } from './http-tunnel.ts';
import type { ProxyServer } from './network-access.ts';

type ConnectionOptions = {
  /** Milliseconds for the names, the TCP connection, the proxy and the TLS handshake together. */
  readonly connectMs: number;
  readonly secureContext: () => Promise<tls.SecureContext>;
  /** Called with each step that has succeeded. */
  readonly onStep?: ((step: ConnectStep) => void) | undefined;
  /** Accepts any certificate of the target: to read the certificate of a server that is not trusted, never to send. */
  readonly inspectsCertificate?: boolean;
};

/** A step that has succeeded: `address` is the IP address that the name stands for. */
export type ConnectStep =
  | { readonly step: 'name'; readonly host: string; readonly address: string }
  | { readonly step: 'connected'; readonly host: string; readonly port: number }
  | { readonly step: 'tunnel'; readonly proxy: string }
  | { readonly step: 'secure'; readonly socket: tls.TLSSocket };

/**
 * Opens a connection to the target, through `proxy` unless that is null. It is usable when it is returned: TCP
 * connected, the tunnel open and, for HTTPS, the certificate verified. An unencrypted target is not tunneled by an HTTP
 * proxy: the connection is to the proxy, which expects absolute addresses (RFC 9112, 3.2.2). Rejects with `ConnectError`.
 */
export async function openConnection(
  target: Target,
  proxy: ProxyServer | null,
  options: ConnectionOptions,
): Promise<net.Socket> {
  const { onStep, inspectsCertificate = false } = options;
  const timeout = AbortSignal.timeout(options.connectMs);
  const name = proxy === null ? undefined : `${proxy.host}:${proxy.port}`;
  let socket: net.Socket = await connectTcp(proxy ?? target, name, timeout, onStep);
  if (proxy?.kind === 'https') {
    const secureContext = await contextFor(socket, options);
    socket = await secure(socket, { host: proxy.host, secureContext, isInspected: false }, name, timeout);
  }
  if (proxy !== null && (target.isSecure || proxy.kind === 'socks5')) {
    if (proxy.kind === 'socks5') await openSocksTunnel(socket, target, proxy, timeout);
    else socket = await openHttpTunnel(socket, target, proxy, timeout);
    onStep?.({ step: 'tunnel', proxy: name ?? '' });
  }
  if (!target.isSecure) return socket;
  const secureContext = await contextFor(socket, options);
  const { host } = target;
  const secured = await secure(
    socket,
    { host, secureContext, isInspected: inspectsCertificate },
    undefined,
    timeout,
  );
  onStep?.({ step: 'secure', socket: secured });
  return secured;
}

async function contextFor(
  socket: net.Socket,
  { secureContext }: ConnectionOptions,
): Promise<tls.SecureContext> {
  // The connection may break while the context is created; an error without a listener would end the process.
  socket.on('error', ignoreError);
  try {
    return await secureContext();
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    if (!socket.destroyed) socket.off('error', ignoreError);
  }
}

function ignoreError(): void {}

async function connectTcp(
  { host, port }: { readonly host: string; readonly port: number },
  proxy: string | undefined,
  timeout: AbortSignal,
  onStep: ConnectionOptions['onStep'],
): Promise<net.Socket> {
  const socket = net.connect({ host: withoutBrackets(host), port });
  socket.once('lookup', (error, address) => {
    if (!error) onStep?.({ step: 'name', host, address });
  });
  await untilEvent(socket, 'connect', 'connecting', proxy, timeout);
  onStep?.({ step: 'connected', host, port });
  return socket;
}

/** The address of an IPv6 host as Node's functions expect it. */
function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

async function secure(
  socket: net.Socket,
  peer: { readonly host: string; readonly secureContext: tls.SecureContext; readonly isInspected: boolean },
  proxy: string | undefined,
  timeout: AbortSignal,
): Promise<tls.TLSSocket> {
  if (socket.destroyed) throw new ConnectError('handshake', undefined, { proxy });
  const name = withoutBrackets(peer.host);
  const secured = tls.connect({
    socket,
    host: name,
    ...(net.isIP(name) ? {} : { servername: name }),
    secureContext: peer.secureContext,
    rejectUnauthorized: !peer.isInspected,
  });
  await untilEvent(secured, 'secureConnect', 'handshake', proxy, timeout);
  return secured;
}

/** Resolves with the event; destroys the socket and rejects with `ConnectError` when it fails or the time is over. */
function untilEvent(
  socket: net.Socket,
  event: 'connect' | 'secureConnect',
  stage: ConnectStage,
  proxy: string | undefined,
  timeout: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off('error', onError);
      socket.off('close', onClose);
      socket.off(event, onEvent);
      timeout.removeEventListener('abort', onTimeout);
    };
    const failed = (error: ConnectError) => {
      settle();
      // A destroyed socket may still emit an error, which would be uncaught without a listener.
      socket.on('error', ignoreError);
      socket.destroy();
      reject(error);
    };
    const onEvent = () => {
      settle();
      resolve();
    };
    const onError = (error: Error) => failed(new ConnectError(stage, error, { proxy }));
    const onClose = () => failed(new ConnectError(stage, undefined, { proxy }));
    const onTimeout = () => failed(new ConnectError('too-slow', undefined, { proxy }));
    if (timeout.aborted) return onTimeout();
    socket.once('error', onError);
    socket.once('close', onClose);
    socket.once(event, onEvent);
    timeout.addEventListener('abort', onTimeout, { once: true });
  });
}

/**
 * Requests a connection to the target from the SOCKS 5 proxy at the other end of `socket` (RFC 1928). When `proxy` has
 * a login, it is sent when the proxy requests a user name and password (RFC 1929). Names are resolved by the proxy. No
 * byte of the request to the target is sent. When the proxy refuses or `timeout` aborts, rejects with `ConnectError`
 * and destroys the socket.
 */
async function openSocksTunnel(
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
