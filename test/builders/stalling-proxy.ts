import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';

/**
 * Starts a proxy before the socket of a PostgreSQL server that passes nothing on, in either direction, from the moment at
 * which a client sends `text`, until `resume`. `cut` does so for the connections that are open, for ever. Neither side
 * notices: the connections stay open. `roundTrips` counts the requests that a client has sent after a response. `hold`
 * passes the next request with a text only when it is released; `received` is what the server has sent since.
 */
export async function startStallingProxy({ host, port }: TeamConnection, text?: string) {
  const folder = mkdtempSync('/tmp/sl-proxy-');
  const socketName = `.s.PGSQL.${port}`;
  const sockets = new Set<net.Socket>();
  let isStalled = false;
  let cuts = 0;
  let roundTrips = 0;
  let held: { readonly text: string; pass?: () => void; received: string } | undefined;
  const server = net.createServer((client) => {
    const cutsBefore = cuts;
    const isPassed = () => !isStalled && cuts === cutsBefore;
    let last: net.Socket | undefined;
    const upstream = net.connect(path.join(host, socketName));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (from === client && last !== client) roundTrips += 1;
        last = from;
        if (text !== undefined && from === client && chunk.includes(text)) isStalled = true;
        if (held && from === client && !held.pass && chunk.includes(held.text)) {
          held.pass = () => to.write(chunk);
          return;
        }
        if (held?.pass && from === upstream) held.received += chunk.toString('latin1');
        if (isPassed()) to.write(chunk);
      });
      from.on('error', () => from.destroy());
      // A cut link does not pass on that the other side has closed either.
      from.on('close', () => isPassed() && to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(path.join(folder, socketName), resolve));
  return {
    through: (connection: TeamConnection): TeamConnection => ({ ...connection, host: folder }),
    isStalled: () => isStalled,
    roundTrips: () => roundTrips,
    hold(heldText: string) {
      const holding: NonNullable<typeof held> = { text: heldText, received: '' };
      held = holding;
      return {
        isHeld: () => holding.pass !== undefined,
        received: () => holding.received,
        release() {
          held = undefined;
          holding.pass?.();
        },
      };
    },
    /** New connections pass; those that were stalled stay so. */
    resume() {
      isStalled = false;
    },
    /** Passes nothing more on for the connections that are open. */
    cut() {
      cuts += 1;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
