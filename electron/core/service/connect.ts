import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type net from 'node:net';
import { ConnectError, type Target } from './connect-error.ts';
import type { NetworkAccess, ProxyServer } from './network-access.ts';
import { openConnection } from './open-connection.ts';

/** Options for connections. */
export type ConnectOptions = {
  /** Milliseconds for the name, the TCP connection, the proxy and the TLS handshake together, for each proxy. */
  readonly connectMs: number;
  readonly network: NetworkAccess;
  /** Whether servers that request a certificate get that of the user. */
  readonly presentsCertificate: boolean;
};

/** Provides agents for requests along a route: `reused` may reuse a connection, `fresh` never does. */
export type Connections = {
  agent(protocol: string, route: readonly (ProxyServer | null)[], connection: 'reused' | 'fresh'): HttpAgent;
};

/**
 * Connections that are assigned to a request only once they are established: TCP connected, the proxy's tunnel open
 * and, for HTTPS, the certificate verified. So when a request fails without a socket, none of it was sent.
 */
export function createConnections(options: ConnectOptions): Connections {
  const { network } = options;
  const agents = new Map<string, HttpAgent>();
  let version = network.version();

  const closeOldConnections = () => {
    if (version === network.version()) return;
    version = network.version();
    // `destroy` of an agent would also cut requests that are under way.
    for (const agent of agents.values()) {
      for (const sockets of Object.values(agent.freeSockets))
        for (const socket of sockets ?? []) socket.destroy();
    }
    agents.clear();
  };

  return {
    agent(protocol, route, connection) {
      closeOldConnections();
      const key = JSON.stringify([protocol, route, connection]);
      let agent = agents.get(key);
      if (!agent) {
        const isSecure = protocol === 'https:';
        const keepAlive = connection === 'reused';
        agent = isSecure ? new HttpsAgent({ keepAlive }) : new HttpAgent({ keepAlive });
        agent.createConnection = ({ host, port }, ready) => {
          const target = { host: host ?? '', port: Number(port), isSecure };
          connectAlong(route, target, options).then(
            (socket) => ready?.(null, socket),
            // Node reads the socket only without an error; its types require one.
            (error: Error) => (ready as Ready | undefined)?.(error),
          );
          return undefined;
        };
        agents.set(key, agent);
      }
      return agent;
    },
  };
}

type Ready = (error: Error | null, socket?: net.Socket) => void;

/** Opens a connection through the first proxy of the route that can be connected to. */
async function connectAlong(
  route: readonly (ProxyServer | null)[],
  target: Target,
  { connectMs, network, presentsCertificate }: ConnectOptions,
): Promise<net.Socket> {
  const secureContext = () => network.secureContext(presentsCertificate);
  for (const [index, proxy] of route.entries()) {
    try {
      return await openConnection(target, proxy, { connectMs, secureContext });
    } catch (error) {
      const isUnreachableProxy =
        error instanceof ConnectError && error.proxy !== undefined && error.stage !== 'tunnel';
      if (!isUnreachableProxy || index === route.length - 1) throw error;
    }
  }
  throw new ConnectError('connecting');
}
