import type { Result } from '../../../shared/result.ts';
import type { Session } from '../session/session.ts';
import type { PulledOrders } from './order-repository.ts';

type OrderWatcherDeps = {
  readonly session: Pick<Session, 'state' | 'onChange'>;
  readonly pull: (signal: AbortSignal) => Promise<Result<PulledOrders>>;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Bounds of the interval in milliseconds. */
  readonly fastestMs?: number;
  readonly slowestMs?: number;
  /** The interval when no order can change, or the service is unreachable. */
  readonly idleMs?: number;
  readonly random?: () => number;
};

/** Growth of the interval per poll while nothing changes. */
const backoffFactor = 1.6;

/**
 * Polls the service's list of orders: immediately after a sign-in and soon after an order, or soon after the poll that
 * runs at that time, then at growing intervals while nothing changes, and at the idle interval when no order can change
 * any more: a colleague may still order something. Does not poll while signed out. While the service is unreachable it
 * probes at growing intervals, and polls soon after any other request has reached the service. Intervals have a jitter of
 * ±25 %, so that many clients do not poll simultaneously.
 */
export function createOrderWatcher(deps: OrderWatcherDeps) {
  const { session, pull, onProblem, random = Math.random } = deps;
  const { fastestMs = 3_000, slowestMs = 60_000, idleMs = 600_000 } = deps;
  let waitMs = fastestMs;
  let isOffline = false;
  /** Whether the running poll may return what was true before an order or a change of the account. */
  let isOutdated = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let watchedAccount: string | undefined;
  const closing = new AbortController();

  const pollIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (closing.signal.aborted || watchedAccount === undefined) return;
    timer = setTimeout(
      () => {
        polling = poll();
      },
      milliseconds * (0.75 + random() / 2),
    );
    timer.unref();
  };

  const poll = async () => {
    isOutdated = false;
    try {
      waitMs = nextWait(await pull(closing.signal));
    } catch (error) {
      waitMs = slowestMs;
      onProblem(error, 'watching the orders');
    }
    polling = undefined;
    if (isOutdated) waitMs = fastestMs;
    pollIn(waitMs);
  };

  const nextWait = (pulled: Result<PulledOrders>) => {
    if (!pulled.ok) return waitMs < slowestMs ? slowestMs : Math.min(idleMs, waitMs * backoffFactor);
    if (pulled.value.changed > 0) return fastestMs;
    return pulled.value.mayChange ? Math.min(slowestMs, waitMs * backoffFactor) : idleMs;
  };

  const startOver = (firstMs: number) => {
    waitMs = fastestMs;
    if (polling) isOutdated = true;
    else pollIn(firstMs);
  };
  const checkSoon = () => startOver(fastestMs);

  const onSessionChange = () => {
    const { status, profile, username, connection } = session.state();
    const isBack = isOffline && connection === 'online';
    isOffline = connection === 'offline';
    // A running poll schedules the next one itself.
    if (isBack && !polling) checkSoon();
    const account = status === 'signed-in' ? `${profile.id}/${username}` : undefined;
    if (account === watchedAccount) return;
    watchedAccount = account;
    startOver(0);
  };
  const stopFollowing = session.onChange(onSessionChange);
  onSessionChange();

  return {
    /** Polls soon and at the fastest interval, after an order was submitted or decided. */
    checkSoon,
    async close(): Promise<void> {
      stopFollowing();
      closing.abort();
      clearTimeout(timer);
      await polling;
    },
  };
}
