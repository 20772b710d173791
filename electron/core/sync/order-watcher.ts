import type { Result } from '../../../shared/result.ts';
import type { PulledOrders } from '../orders/order-book.ts';
import type { Session } from '../session/session.ts';

/** Looks at the list of orders by itself while something in it can change. */
type OrderWatcher = {
  /** Something was ordered or decided: look soon, and often at first. */
  nudge(): void;
  close(): Promise<void>;
};

type OrderWatcherParts = {
  readonly session: Pick<Session, 'state' | 'onChange'>;
  readonly pull: (signal: AbortSignal) => Promise<Result<PulledOrders>>;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Bounds of the pace in milliseconds. */
  readonly fastestMs?: number;
  readonly slowestMs?: number;
  /** The wait when there is nothing to follow, or nobody to ask. */
  readonly restMs?: number;
  readonly random?: () => number;
};

/** How much longer each look waits than the one before while nothing changes. */
const slackening = 1.6;

/**
 * Looks at once when somebody signs in and soon after an order, then ever more slowly while nothing changes, and at
 * the rest pace when no order can change any more: a colleague may still order something. While signed out it does not
 * look at all. While the service is out of reach it only knocks, at last at the rest pace, and looks again soon after
 * anything else has reached the service. Waits vary by a quarter either way, so that many Sightlines don't ask at the
 * same moment.
 */
export function createOrderWatcher(parts: OrderWatcherParts): OrderWatcher {
  const { session, pull, onProblem, random = Math.random } = parts;
  const { fastestMs = 3_000, slowestMs = 60_000, restMs = 600_000 } = parts;
  let waitMs = fastestMs;
  let isOffline = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let watched: string | undefined;
  const closing = new AbortController();

  const lookIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (closing.signal.aborted || watched === undefined) return;
    timer = setTimeout(
      () => {
        if (looking) return lookIn(waitMs);
        looking = look().finally(() => {
          looking = undefined;
        });
      },
      milliseconds * (0.75 + random() / 2),
    );
    timer.unref();
  };

  const look = async () => {
    try {
      waitMs = nextWait(await pull(closing.signal));
    } catch (error) {
      waitMs = slowestMs;
      onProblem(error, 'watching the orders');
    }
    lookIn(waitMs);
  };

  const nextWait = (pulled: Result<PulledOrders>) => {
    if (!pulled.ok) return waitMs < slowestMs ? slowestMs : Math.min(restMs, waitMs * slackening);
    if (pulled.value.changed > 0) return fastestMs;
    return pulled.value.mayChange ? Math.min(slowestMs, waitMs * slackening) : restMs;
  };

  const nudge = () => {
    waitMs = fastestMs;
    lookIn(waitMs);
  };

  const follow = () => {
    const { status, profile, username, connection } = session.state();
    const isBack = isOffline && connection === 'online';
    isOffline = connection === 'offline';
    // A look of our own that gets through decides by itself when to look again.
    if (isBack && !looking) nudge();
    const account = status === 'signed-in' ? `${profile.id}/${username}` : undefined;
    if (account === watched) return;
    watched = account;
    waitMs = fastestMs;
    lookIn(0);
  };
  const stopFollowing = session.onChange(follow);
  follow();

  return {
    nudge,
    async close() {
      stopFollowing();
      closing.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}
