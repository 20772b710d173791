/** Calls something often asked for no more often than is useful. */
export type AtMostEvery = {
  /** Calls at once, or as soon as the last call is long enough ago. */
  later(): void;
  /** Makes up at once for a call that waits. */
  now(): void;
};

/** Calls `act` at most every `milliseconds`, and once more after the last time it was asked for. */
export function atMostEvery(milliseconds: number, act: () => void): AtMostEvery {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isDue) act();
    isDue = false;
  };
  const pause = () => {
    timer = setTimeout(() => {
      const wasDue = isDue;
      now();
      if (wasDue) pause();
    }, milliseconds);
    timer.unref();
  };
  return {
    later() {
      isDue = true;
      if (timer) return;
      now();
      pause();
    },
    now,
  };
}
