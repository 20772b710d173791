/** A number of places that jobs take in the order they came. */
type Places = {
  areFree(): boolean;
  /**
   * Carries out the work once there is a place, and frees it afterwards. When `signal` aborts before, the work is
   * carried out at once without a place: it heeds the signal, and ends.
   */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

/** So many places, all of them free. */
export function createPlaces(count: number): Places {
  const waiting = new Set<() => void>();
  let free = count;
  const passOn = () => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  /** Whether it came to a place. */
  const turn = (signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const settle = (came: boolean) => {
        waiting.delete(come);
        signal.removeEventListener('abort', leave);
        resolve(came);
      };
      const come = () => settle(true);
      const leave = () => settle(false);
      waiting.add(come);
      signal.addEventListener('abort', leave);
    });
  return {
    areFree: () => free > 0,
    async take(work, signal) {
      let hasPlace = free > 0 && !signal.aborted;
      if (hasPlace) free -= 1;
      else if (!signal.aborted) hasPlace = await turn(signal);
      try {
        return await work();
      } finally {
        if (hasPlace) passOn();
      }
    },
  };
}
