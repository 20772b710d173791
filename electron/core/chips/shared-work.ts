/** Starts a piece of work, or joins the one under way under the same key. Rejects when the caller's signal aborts. */
type SharedWork<T> = (
  key: string,
  start: (whenNobodyWaits: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/** Work that is done once for all who ask for it meanwhile, and given up when none of them waits any more. */
export function createSharedWork<T>(): SharedWork<T> {
  const underWay = new Map<
    string,
    { readonly done: Promise<T>; readonly controller: AbortController; waiting: number }
  >();

  const begin = (key: string, start: (whenNobodyWaits: AbortSignal) => Promise<T>) => {
    const controller = new AbortController();
    const work = { done: start(controller.signal), controller, waiting: 0 };
    underWay.set(key, work);
    const forget = () => {
      if (underWay.get(key) === work) underWay.delete(key);
    };
    work.done.then(forget, forget);
    return work;
  };

  return (key, start, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const work = underWay.get(key) ?? begin(key, start);
      work.waiting += 1;
      const onAbort = () => {
        work.waiting -= 1;
        reject(signal.reason);
        if (work.waiting > 0) return;
        underWay.delete(key);
        work.controller.abort();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      work.done.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
}
