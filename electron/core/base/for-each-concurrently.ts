/**
 * Runs `task` for each item, at most `maxRunning` at a time; items are only read when a task can start. After a failure
 * no further task starts; rejects with the first failure once the running tasks have ended.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  maxRunning: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const runTasks = async () => {
    for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next()) {
      try {
        await task(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: maxRunning }, runTasks));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
