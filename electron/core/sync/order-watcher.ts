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
  readonly random?: () => number;
};

/** How much longer each look waits than the one before while nothing changes. */
const slackening = 1.6;

/**
 * Looks at once when somebody signs in and soon after an order, then ever more slowly while nothing changes; not at
 * all while signed out, or when no order can change any more. Waits vary by a quarter either way, so that many
 * Sightlines don't ask at the same moment.
 */
export function createOrderWatcher(parts: OrderWatcherParts): OrderWatcher {
  const { session, pull, onProblem, fastestMs = 3_000, slowestMs = 60_000, random = Math.random } = parts;
  let waitMs = fastestMs;
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
      const pulled = await pull(closing.signal);
      if (!pulled.ok) waitMs = slowestMs;
      else if (!pulled.value.mayChange) return;
      else waitMs = pulled.value.changed > 0 ? fastestMs : Math.min(slowestMs, waitMs * slackening);
    } catch (error) {
      waitMs = slowestMs;
      onProblem(error, 'watching the orders');
    }
    lookIn(waitMs);
  };

  const follow = () => {
    const { status, profile, username } = session.state();
    const account = status === 'signed-in' ? `${profile.id}/${username}` : undefined;
    if (account === watched) return;
    watched = account;
    waitMs = fastestMs;
    lookIn(0);
  };
  const stopFollowing = session.onChange(follow);
  follow();

  return {
    nudge() {
      waitMs = fastestMs;
      lookIn(waitMs);
    },
    async close() {
      stopFollowing();
      closing.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}
