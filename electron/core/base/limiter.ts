/** A limiter with `maxRunning` slots. */
export function createLimiter(maxRunning: number) {
  const waiting = new Set<() => void>();
  let free = maxRunning;
  const release = () => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  const releaseOnce = () => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      release();
    };
  };
  const acquire = async (signal?: AbortSignal) => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await waitForSlot(waiting, signal);
    return releaseOnce();
  };
  return {
    /** Whether a task would start without waiting. */
    hasFree: () => free > 0,
    /**
     * Resolves with a function that releases the slot once there is one. Rejects with the signal's reason when it aborts
     * before.
     */
    acquire,
    /** Runs the task once there is a free slot. Rejects with the signal's reason when it aborts before. */
    async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const release = await acquire(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}

/** Limits the number of concurrently running tasks; others wait in FIFO order. */
export type Limiter = ReturnType<typeof createLimiter>;

function waitForSlot(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      waiting.delete(enter);
      signal?.removeEventListener('abort', leave);
    };
    const enter = () => {
      stopWaiting();
      resolve();
    };
    const leave = () => {
      stopWaiting();
      reject(signal?.reason);
    };
    waiting.add(enter);
    signal?.addEventListener('abort', leave);
  });
}
