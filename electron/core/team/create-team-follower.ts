import { type Result, succeed } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import type { GetWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { readReviewsCursor } from './team.ts';
import type { TeamConnection } from './team-connection.ts';
import { openTeamSession, type TeamSession } from './team-session.ts';

type TeamFollowerDeps = {
  readonly workerUrl: URL;
  readonly events: Events;
  /** Whether a team is set. */
  readonly isSet: () => boolean;
  readonly workspace: GetWorkspace;
  readonly connect: () => Promise<Result<TeamConnection>>;
  /**
   * Exchanges records and reviews in the thread of the session that `open` returns; reports a failure of `open`, too. Another
   * exchange follows one that is not complete.
   */
  readonly exchange: (
    open: () => Promise<Result<TeamSession>>,
    connection: TeamConnection,
    workspace: Workspace,
    signal: AbortSignal,
  ) => Promise<Result<{ readonly isComplete: boolean }>>;
  /** Interval of the exchanges that neither an announcement nor a review starts, in milliseconds. */
  readonly pollMs: number;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** Shortest time from the end of an exchange to the next one, so that many small changes are exchanged together. */
const pauseMs = 400;

/**
 * Exchanges when the database announces a new version, when a review was set here, and at an interval: poolers and standby
 * servers announce nothing, and a connection may be cut without notice. The session stays open between the exchanges, each of
 * which replaces one that no longer responds. After it failed or ended, only the interval opens another one.
 */
export function createTeamFollower(deps: TeamFollowerDeps) {
  const { workerUrl, events, isSet, workspace: getWorkspace, connect, exchange, pollMs, onProblem } = deps;
  let isRequested = false;
  let running: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  let pause: NodeJS.Timeout | undefined;

  const request = () => {
    isRequested = true;
    start();
  };
  const session = createHeldSession(workerUrl, request);

  const start = () => {
    if (!isRequested || running || pause) return;
    isRequested = false;
    if (!isSet()) return;
    const abort = new AbortController();
    const done = exchangeIfJoined(abort.signal)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) onProblem(error, 'following the team');
      })
      .finally(() => {
        running = undefined;
        pause = setTimeout(() => {
          pause = undefined;
          start();
        }, pauseMs).unref();
      });
    running = { abort, done };
  };

  const exchangeIfJoined = async (signal: AbortSignal): Promise<void> => {
    const workspace = getWorkspace();
    if (!workspace || workspace.readOnly !== undefined) return;
    if ((await readReviewsCursor(workspace)) === undefined) return;
    const connection = await connect();
    if (!connection.ok || signal.aborted) return;
    const exchanged = await exchange(
      () => session.open(connection.value, signal),
      connection.value,
      workspace,
      signal,
    );
    if (exchanged.ok && !exchanged.value.isComplete) isRequested = true;
  };

  const stop = async () => {
    isRequested = false;
    running?.abort.abort();
    await session.end();
    await running?.done;
  };

  const poll = setInterval(request, pollMs);
  poll.unref();
  const stopListening = events.listen(({ event }) => {
    const isReview = event.type === 'reviews' || (event.type === 'changed' && event.topic === 'ais');
    // The first exchange of a workspace, or other settings.
    const mayOpen = event.type === 'changed' && event.topic === 'team' && !session.isOpen();
    if ((isReview || mayOpen) && !session.isLost()) request();
  });

  return {
    /** Ends the session, and begins another one with the current settings. */
    restart(): void {
      void stop().then(request);
    },
    /** Ends the session and the exchange that is running, if any. */
    stop,
    /** Ends the automatic exchange for good. */
    async close(): Promise<void> {
      stopListening();
      clearInterval(poll);
      await stop();
      clearTimeout(pause);
    },
  };
}

/** The session that stays open between exchanges; `onVersion` is called when the database announces a new version. */
function createHeldSession(workerUrl: URL, onVersion: () => void) {
  let session: TeamSession | undefined;
  /** Resolves when the thread of the last session whose connection was lost has ended and closed the workspace's file. */
  let lostSession: Promise<void> | undefined;
  let isLost = false;

  const end = async () => {
    const ended = session;
    session = undefined;
    isLost = false;
    await ended?.end();
    await lostSession;
  };

  return {
    isOpen: () => session !== undefined,
    /** Whether the last one could not be opened, or ended by itself. */
    isLost: () => isLost,
    /** Returns the open one, or replaces it when it no longer responds. */
    async open(connection: TeamConnection, signal: AbortSignal): Promise<Result<TeamSession>> {
      const former = session;
      if (former?.isOpenTo(connection) && (await former.responds())) return succeed(former);
      await end();
      const opened = await openTeamSession(workerUrl, connection, {
        signal,
        onVersion,
        onEnd: (closed) => {
          lostSession = closed;
          session = undefined;
          isLost = true;
        },
      });
      if (opened.ok) session = opened.value;
      else isLost = true;
      return opened;
    },
    end,
  };
}
