import net from 'node:net';
import tls from 'node:tls';
import { ConnectError, type ConnectStage, type Target } from './connect-error.ts';
import { openHttpTunnel } from './http-tunnel.ts';
import type { ProxyServer } from './network-access.ts';
import { openSocksTunnel } from './socks-tunnel.ts';

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
