import { MessageChannel } from 'node:worker_threads';
import { type Result, succeed } from '../../../shared/result.ts';
import { startThread, type Thread } from '../base/start-thread.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import { describeTeam, type TeamConnection } from './team-connection.ts';
import { TeamError } from './team-failure.ts';
import type { PooledConnectionMessage, TeamThreadMethods } from './team-protocol.ts';
import { teamThreadOptions } from './team-thread-options.ts';

/** A thread with an open connection to the team database, whose calls need not connect. */
export type TeamSession = {
  readonly thread: Thread<TeamThreadMethods>;
  /** Whether the connection is open and is this one. */
  isOpenTo(connection: TeamConnection): boolean;
  /** Whether the database still responds on the connection, which may have been cut without notice. */
  responds(): Promise<boolean>;
  /**
   * Ends the thread and with it the connection; pending calls reject with `CallStopped`. Resolves when the thread has ended and
   * the workspace's file is closed.
   */
  end(): Promise<void>;
};

/**
 * Connects to the team database. `onVersion` is called with each version that the database announces; poolers and standby
 * servers announce none. `onEnd` is called when the connection or its thread ends for any other reason than `end`, with a
 * promise that resolves when the thread is closed: pending calls end with the reason, and later ones reject with a
 * `TeamError`. Rejects with `CallStopped` when the signal aborts before the connection is open.
 */
export async function openTeamSession(
  workerUrl: URL,
  connection: TeamConnection,
  {
    signal,
    onVersion,
    onEnd,
  }: { readonly signal: AbortSignal; onVersion(version: number): void; onEnd(closed: Promise<void>): void },
): Promise<Result<TeamSession>> {
  const thread = startThread<TeamThreadMethods>(workerUrl, {
    ...teamThreadOptions,
    onUnexpectedEnd: () => lose(),
  });
  const { port1: messages, port2: threadMessages } = new MessageChannel();
  let isOpen = true;
  const end = () => {
    isOpen = false;
    messages.close();
    thread.terminate(new CallStopped());
    return thread.close();
  };
  const lose = () => {
    if (!isOpen) return;
    isOpen = false;
    messages.close();
    // The pending calls end with the reason why the connection did. An exchange names the loss in its next call, too.
    onEnd(thread.close(new TeamError('unreachable', `The connection to ${describeTeam(connection)} ended.`)));
  };
  messages.on('message', (message: PooledConnectionMessage) => {
    if (!isOpen) return;
    if (message.kind === 'version') onVersion(message.version);
    else lose();
  });
  // Only the thread keeps the process from ending.
  messages.unref();
  const onAbort = () => void end();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    const kept = await thread.call('keepConnection', [connection, threadMessages], {
      transfer: [threadMessages],
    });
    if (!kept.ok) {
      await end();
      return kept;
    }
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  const key = JSON.stringify(connection);
  return succeed({
    thread,
    isOpenTo: (other) => isOpen && JSON.stringify(other) === key,
    async responds() {
      try {
        return await thread.call('probe', []);
      } catch (error) {
        // The connection was lost before.
        if (error instanceof TeamError) return false;
        throw error;
      }
    },
    end,
  });
}
