/** Starts a task, or joins the running task with the same key. Rejects when the caller's signal aborts. */
type SharedTasks<T> = (
  key: string,
  start: (taskSignal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/** Runs one task per key for all concurrent callers, and aborts it when all callers have aborted. */
export function createSharedTasks<T>(): SharedTasks<T> {
  const running = new Map<
    string,
    { readonly done: Promise<T>; readonly controller: AbortController; callers: number }
  >();

  const startTask = (key: string, start: (taskSignal: AbortSignal) => Promise<T>) => {
    const controller = new AbortController();
    const task = { done: start(controller.signal), controller, callers: 0 };
    running.set(key, task);
    const remove = () => {
      if (running.get(key) === task) running.delete(key);
    };
    task.done.then(remove, remove);
    return task;
  };

  return (key, start, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const task = running.get(key) ?? startTask(key, start);
      task.callers += 1;
      const onAbort = () => {
        task.callers -= 1;
        reject(signal.reason);
        if (task.callers > 0) return;
        running.delete(key);
        task.controller.abort();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      task.done.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
}
