import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import type { ProxyServer } from './network-access.ts';

/** The step at which a connection could not be established. */
export type ConnectStage = 'connecting' | 'tunnel' | 'handshake' | 'too-slow';

/** A connection could not be established. No byte of the request was sent. */
export class ConnectError extends Error {
  readonly stage: ConnectStage;
  /** Host and port of the proxy, when it is the proxy that could not be connected to or that failed. */
  readonly proxy: string | undefined;
  /** The response of the proxy that refused to connect. */
  readonly refusal: ProxyRefusal | undefined;
  constructor(
    stage: ConnectStage,
    cause?: unknown,
    { proxy, refusal }: { readonly proxy?: string | undefined; readonly refusal?: ProxyRefusal } = {},
  ) {
    super('There is no connection.', { cause });
    this.stage = stage;
    this.proxy = proxy;
    this.refusal = refusal;
  }
}

/** Status of a refused CONNECT, the schemes of sign-in that the proxy offers, and whether a login was sent. */
export type ProxyRefusal = {
  readonly status: number;
  readonly schemes: readonly string[];
  readonly hadLogin: boolean;
};

/** Where a connection leads to. */
export type Target = { readonly host: string; readonly port: number; readonly isSecure: boolean };

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
 * connected, the tunnel open and, for HTTPS, the certificate verified. An unencrypted target is not tunneled: the
 * connection is to the proxy, which expects absolute addresses (RFC 9112, 3.2.2). Rejects with `ConnectError`.
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
  if (proxy?.isSecure) {
    const secureContext = await contextFor(socket, options);
    socket = await secure(socket, { host: proxy.host, secureContext, isInspected: false }, name, timeout);
  }
  if (proxy !== null && target.isSecure) {
    socket = await openTunnel(socket, target, proxy, timeout);
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

/** Asks the proxy to connect to the target (RFC 9110, 9.3.6). Nothing of the target's request is sent. */
function openTunnel(
  socket: net.Socket,
  target: Target,
  proxy: ProxyServer,
  timeout: AbortSignal,
): Promise<net.Socket> {
  const name = `${proxy.host}:${proxy.port}`;
  const authority = `${target.host}:${target.port}`;
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: {
        Host: authority,
        'User-Agent': 'Sightline',
        Connection: 'keep-alive',
        'Proxy-Connection': 'keep-alive',
        ...(proxy.authorization === undefined ? {} : { 'Proxy-Authorization': proxy.authorization }),
      },
    });
    const failed = (error: ConnectError) => {
      timeout.removeEventListener('abort', onTimeout);
      request.on('error', ignoreError);
      request.destroy();
      socket.destroy();
      reject(error);
    };
    const onTimeout = () => failed(new ConnectError('too-slow', undefined, { proxy: name }));
    if (timeout.aborted) return onTimeout();
    timeout.addEventListener('abort', onTimeout, { once: true });
    request.on('error', (error) => failed(new ConnectError('tunnel', error, { proxy: name })));
    request.once('connect', ({ statusCode: status = 0, headers }, tunnel: net.Socket, head) => {
      // A server that speaks TLS waits for the client; bytes from it belong to something else.
      if (status >= 200 && status < 300 && head.length === 0) {
        timeout.removeEventListener('abort', onTimeout);
        return resolve(tunnel);
      }
      const schemes = headers['proxy-authenticate'];
      const refusal = {
        status,
        schemes: [schemes ?? []].flat().flatMap((header) => /^\s*([A-Za-z]+)/.exec(header)?.[1] ?? []),
        hadLogin: proxy.authorization !== undefined,
      };
      tunnel.on('error', ignoreError);
      failed(new ConnectError('tunnel', undefined, { proxy: name, refusal }));
    });
    request.end();
  });
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
