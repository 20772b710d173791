import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

/** How connections are made. */
export type ConnectOptions = {
  /** Milliseconds for the name, the TCP connection and the TLS handshake together. */
  readonly connectMs: number;
  /** PEM certificates to trust in place of `trustedAuthorities`. */
  readonly certificateAuthorities?: readonly string[] | undefined;
};

/** Why there is no connection. No byte of any request has left this process. */
export class ConnectError extends Error {
  readonly stage: 'connecting' | 'handshake' | 'too-slow';
  constructor(stage: ConnectError['stage'], cause?: unknown) {
    super('There is no connection.', { cause });
    this.stage = stage;
  }
}

/** Where requests get their connections: `reused` may give one that served before, `fresh` never does. */
export type Connections = { agent(protocol: string, connection: 'reused' | 'fresh'): HttpAgent };

/**
 * Connections that are handed to a request only once they stand: TCP connected and, for HTTPS, the certificate
 * verified. So whatever fails before a request has its socket is certain not to have sent any of it.
 */
export function createConnections({ connectMs, certificateAuthorities }: ConnectOptions): Connections {
  let context: tls.SecureContext | undefined;
  // Made at the first HTTPS request: it takes time, and the demo service needs none.
  const trust = () => {
    context ??= secureContext(certificateAuthorities ?? trustedAuthorities());
    return context;
  };
  const agents = {
    'http:': { reused: plainAgent(true, connectMs), fresh: plainAgent(false, connectMs) },
    'https:': { reused: secureAgent(true, connectMs, trust), fresh: secureAgent(false, connectMs, trust) },
  };
  return {
    agent: (protocol, connection) => agents[protocol === 'http:' ? 'http:' : 'https:'][connection],
  };
}

/**
 * The authorities that may vouch for a service, as PEM: those that come with the runtime, those of
 * `NODE_EXTRA_CA_CERTS`, and those that the operating system trusts, where networks of organisations keep their own.
 * Undefined where the runtime cannot tell; it then trusts its own.
 */
export function trustedAuthorities(): readonly string[] | undefined {
  const read: typeof tls.getCACertificates | undefined = tls.getCACertificates;
  return read && [...new Set([...read('default'), ...read('system')])];
}

function secureContext(authorities: readonly string[] | undefined): tls.SecureContext {
  return tls.createSecureContext(authorities ? { ca: [...authorities] } : {});
}

function plainAgent(keepAlive: boolean, connectMs: number): HttpAgent {
  const agent = new HttpAgent({ keepAlive });
  agent.createConnection = ({ host, port }, ready) => {
    const socket = net.connect({ host: host ?? '', port: Number(port) });
    whenStanding(socket, 'connect', connectMs, ready);
    return undefined;
  };
  return agent;
}

function secureAgent(keepAlive: boolean, connectMs: number, trust: () => tls.SecureContext): HttpAgent {
  const agent = new HttpsAgent({ keepAlive });
  agent.createConnection = ({ host, port }, ready) => {
    const name = host ?? '';
    const socket = tls.connect({
      host: name,
      port: Number(port),
      ...(net.isIP(name) ? {} : { servername: name }),
      secureContext: trust(),
    });
    whenStanding(socket, 'secureConnect', connectMs, ready);
    return undefined;
  };
  return agent;
}

type Ready = (error: Error | null, socket: net.Socket) => void;

function whenStanding(
  socket: net.Socket,
  event: 'connect' | 'secureConnect',
  connectMs: number,
  ready: Ready | undefined,
): void {
  let stage: ConnectError['stage'] = 'connecting';
  const finish = (error: Error | null) => {
    clearTimeout(timer);
    socket.off('error', onError);
    socket.off('close', onClose);
    if (error) {
      // A socket that is given up may still report why it failed; nobody listens any more.
      socket.on('error', () => {});
      socket.destroy();
    }
    ready?.(error, socket);
  };
  const onError = (error: Error) => finish(new ConnectError(stage, error));
  const onClose = () => finish(new ConnectError(stage));
  const timer = setTimeout(() => finish(new ConnectError('too-slow')), connectMs);
  socket.once('error', onError);
  socket.once('close', onClose);
  if (event === 'secureConnect') {
    socket.once('connect', () => {
      stage = 'handshake';
    });
  }
  socket.once(event, () => finish(null));
}
