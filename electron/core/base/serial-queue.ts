/** An empty queue. */
export function createSerialQueue() {
  let last: Promise<void> = Promise.resolve();
  return {
    /** Runs the task after all tasks before it have ended; resolves or rejects with its outcome. */
    run<T>(task: () => Promise<T>): Promise<T> {
      const outcome = last.then(task);
      last = outcome.then(
        () => {},
        () => {},
      );
      return outcome;
    },
    /** Resolves when all tasks that were given so far have ended. */
    settled: () => last,
  };
}

/** Runs tasks one after another, in the order of the calls. A task that fails does not affect the next one. */
export type SerialQueue = ReturnType<typeof createSerialQueue>;
