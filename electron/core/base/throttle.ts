/** Calls `act` at most once per interval in milliseconds, and once more after the last request. */
export function throttle(milliseconds: number, act: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isDue) act();
    isDue = false;
  };
  const pause = () => {
    timer = setTimeout(() => {
      const wasDue = isDue;
      flush();
      if (wasDue) pause();
    }, milliseconds);
    timer.unref();
  };
  return {
    /** Calls immediately, or as soon as the interval since the last call has passed. */
    schedule(): void {
      isDue = true;
      if (timer) return;
      flush();
      pause();
    },
    /** Runs a scheduled call immediately. */
    flush,
  };
}
