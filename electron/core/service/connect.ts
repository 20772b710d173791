import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

/** Options for connections. */
export type ConnectOptions = {
  /** Milliseconds for the name, the TCP connection and the TLS handshake together. */
  readonly connectMs: number;
  /** PEM certificates to trust in place of `trustedAuthorities`. */
  readonly certificateAuthorities?: readonly string[] | undefined;
};

/** A connection could not be established. No byte of the request was sent. */
export class ConnectError extends Error {
  readonly stage: 'connecting' | 'handshake' | 'too-slow';
  constructor(stage: ConnectError['stage'], cause?: unknown) {
    super('There is no connection.', { cause });
    this.stage = stage;
  }
}

/** Provides agents for requests: `reused` may reuse a connection, `fresh` never does. */
export type Connections = { agent(protocol: string, connection: 'reused' | 'fresh'): HttpAgent };

/**
 * Connections that are assigned to a request only once they are established: TCP connected and, for HTTPS, the
 * certificate verified. So when a request fails without a socket, none of it was sent.
 */
export function createConnections({ connectMs, certificateAuthorities }: ConnectOptions): Connections {
  let context: tls.SecureContext | undefined;
  // Created at the first HTTPS request: it takes time, and the demo service does not need it.
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
 * The trusted certificate authorities as PEM: those of the runtime, of `NODE_EXTRA_CA_CERTS`, and of the operating
 * system, which organizations use for internal ones. Undefined when the runtime cannot list them; it then uses its
 * defaults.
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
    whenConnected(socket, 'connect', connectMs, ready);
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
    whenConnected(socket, 'secureConnect', connectMs, ready);
    return undefined;
  };
  return agent;
}

type Ready = (error: Error | null, socket: net.Socket) => void;

function whenConnected(
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
      // A destroyed socket may still emit an error, which would be uncaught without a listener.
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
