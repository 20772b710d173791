import { setTimeout } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { serveThread } from '../../electron/core/base/serve-thread.ts';
import type { PooledConnectionMessage, TeamThreadMethods } from '../../electron/core/team/team-protocol.ts';
import { fail, succeed } from '../../shared/result.ts';

/**
 * Behavior of a call to pull: it loses the connection, ends the thread, or sends one page. The name of the database
 * chooses.
 */
export type TeamFault = 'loses' | 'crashes' | 'sends';

let events: MessagePort | undefined;

// A thread like that of a team session, without a database.
serveThread<Pick<TeamThreadMethods, 'keepConnection' | 'pull'>>({
  keepConnection: ([, port]) => {
    events = port;
    return succeed(null);
  },
  async pull([{ connection }], { send }) {
    switch (connection.database as TeamFault) {
      case 'loses':
        events?.postMessage({ kind: 'ended' } satisfies PooledConnectionMessage);
        // The main thread mostly hears of the end before the result.
        await setTimeout(100);
        return fail('unreachable', 'The connection ended.');
      case 'crashes':
        setImmediate(() => {
          throw new Error('Out of order');
        });
        return new Promise(() => {});
      case 'sends':
        await send({
          records: [],
          cursor: { teamId: 'a team', version: 1, revision: 'a revision' },
          author: 'anna',
          problem: null,
        });
        return succeed({ teamId: 'a team', startedAnew: false });
    }
  },
});
