/** Work that is done in the order in which it came. */
export type Turns = {
  /** Work on these ids; it is begun together with its neighbours that are on others. */
  take(ids: readonly number[], work: () => Promise<void>): Promise<void>;
  /** Work that is begun when all before it is done, and before all after it. */
  takeAlone(work: () => Promise<void>): Promise<void>;
};

type Waiting = { readonly ids: readonly number[] | null; begin(): Promise<void> };

/**
 * Turns for work that is faster in company: what comes while something is done waits, and is then begun at once, so
 * that it goes in one request. Work on the same id is never begun together. `onCount` is told how much is not done.
 */
export function createTurns(onCount: (count: number) => void): Turns {
  const waiting: Waiting[] = [];
  let isBusy = false;
  let count = 0;

  const add = (ids: Waiting['ids'], work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const begin = () =>
        work()
          .finally(() => {
            count -= 1;
            onCount(count);
          })
          .then(resolve, reject);
      waiting.push({ ids, begin });
      count += 1;
      onCount(count);
      if (!isBusy) void goOn();
    });

  async function goOn(): Promise<void> {
    isBusy = true;
    for (let group = takeGroup(waiting); group.length > 0; group = takeGroup(waiting)) {
      await Promise.all(group.map(({ begin }) => begin()));
    }
    isBusy = false;
  }

  return { take: add, takeAlone: (work) => add(null, work) };
}

/** Takes from the front what may be begun together. */
function takeGroup(waiting: Waiting[]): readonly Waiting[] {
  const met = new Set<number>();
  let end = 0;
  for (const { ids } of waiting) {
    if (ids === null || ids.some((id) => met.has(id))) break;
    for (const id of ids) met.add(id);
    end += 1;
  }
  return waiting.splice(0, Math.max(1, end));
}
