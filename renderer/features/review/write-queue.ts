/** A queue of writes that run in order. */
export type WriteQueue = {
  /** Adds a task on these ids; it is started together with neighboring tasks on other ids. */
  enqueue<T>(ids: readonly number[], task: () => Promise<T>): Promise<T>;
  /** Adds a task that runs after all earlier tasks and before all later ones. */
  enqueueExclusive<T>(task: () => Promise<T>): Promise<T>;
};

type QueuedTask = { readonly ids: readonly number[] | null; start(): Promise<void> };

/**
 * Creates a write queue. Tasks that are added while others run are then started together, so that their calls are one
 * request. Tasks on the same id never run together. `onCount` is called with the number of unfinished tasks.
 */
export function createWriteQueue(onCount: (count: number) => void): WriteQueue {
  const waiting: QueuedTask[] = [];
  let isBusy = false;
  let count = 0;

  const add = <T>(ids: QueuedTask['ids'], task: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const start = () =>
        task()
          .finally(() => {
            count -= 1;
            onCount(count);
          })
          .then(resolve, reject);
      waiting.push({ ids, start });
      count += 1;
      onCount(count);
      if (!isBusy) void runAll();
    });

  async function runAll(): Promise<void> {
    isBusy = true;
    for (let group = dequeueGroup(waiting); group.length > 0; group = dequeueGroup(waiting)) {
      await Promise.all(group.map(({ start }) => start()));
    }
    isBusy = false;
  }

  return { enqueue: add, enqueueExclusive: (task) => add(null, task) };
}

/** Removes the tasks from the front that may run together. */
function dequeueGroup(waiting: QueuedTask[]): readonly QueuedTask[] {
  const usedIds = new Set<number>();
  let end = 0;
  for (const { ids } of waiting) {
    if (ids === null || ids.some((id) => usedIds.has(id))) break;
    for (const id of ids) usedIds.add(id);
    end += 1;
  }
  return waiting.splice(0, Math.max(1, end));
}
