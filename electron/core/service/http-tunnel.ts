import http from 'node:http';
import type net from 'node:net';
import { ConnectError, type ProxyRefusal, type Target } from './connect-error.ts';
import { basicLogin, type ProxyServer } from './network-access.ts';

/** Asks the proxy to connect to the target (RFC 9110, 9.3.6). Nothing of the target's request is sent. */
export function openHttpTunnel(
  socket: net.Socket,
  target: Target,
  proxy: ProxyServer,
  timeout: AbortSignal,
): Promise<net.Socket> {
  const name = `${proxy.host}:${proxy.port}`;
  const authority = `${target.host}:${target.port}`;
  const login = basicLogin(proxy);
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
        ...(login === undefined ? {} : { 'Proxy-Authorization': login }),
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
      const refusal = refusalOf(status, headers['proxy-authenticate'], login !== undefined);
      tunnel.on('error', ignoreError);
      failed(new ConnectError('tunnel', undefined, { proxy: name, refusal }));
    });
    request.end();
  });
}

function refusalOf(status: number, schemes: ProxyAuthenticate, hadLogin: boolean): ProxyRefusal {
  if (status === 407) return { kind: 'login', schemes: namesOfSchemes(schemes), hadLogin };
  const isGateway = status === 502 || status === 503 || status === 504;
  return { kind: isGateway ? 'unreachable' : 'refused', answer: `status ${status}` };
}

/** The headers `Proxy-Authenticate`, which Node joins by commas. */
type ProxyAuthenticate = string | readonly string[] | undefined;

/** The names of the schemes, without their parameters (RFC 9110, 11.3). */
export function namesOfSchemes(headers: ProxyAuthenticate): readonly string[] {
  const text = [headers ?? []]
    .flat()
    .join(',')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return text.split(',').flatMap((part) => /^\s*([\w-]+)(?!\s*=|[\w-])/.exec(part)?.[1] ?? []);
}

function ignoreError(): void {}
