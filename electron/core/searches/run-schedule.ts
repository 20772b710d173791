type RunScheduleDeps = {
  /** The scheduled searches with their next time in epoch milliseconds; times in the past are due. */
  readonly dueTimes: () => Promise<readonly { readonly id: string; readonly due: number }[]>;
  readonly run: (id: string) => Promise<void>;
  readonly now: () => number;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** Maximum timer interval, because timers stop while the computer sleeps. */
const longestWaitMs = 60_000;
/** Minimum interval between two starts of the same search. */
const retryMs = 60_000;

/** Runs due searches, then waits until the next due time. Missed times are run once. */
export function createRunSchedule({ dueTimes, run, now, onProblem }: RunScheduleDeps) {
  const triedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;

  const checkIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(check, Math.max(0, Math.min(longestWaitMs, milliseconds)));
    timer.unref();
  };

  const check = () => {
    clearTimeout(timer);
    isStale = true;
    if (isClosed || checking) return;
    checking = checkUntilFresh().finally(() => {
      checking = undefined;
    });
  };

  const checkUntilFresh = async () => {
    let next = Number.POSITIVE_INFINITY;
    while (isStale && !isClosed) {
      isStale = false;
      try {
        next = await checkOnce();
      } catch (error) {
        onProblem(error, 'checking for due saved searches');
        next = now() + retryMs;
      }
    }
    checkIn(next - now());
  };

  const checkOnce = async () => {
    let next = Number.POSITIVE_INFINITY;
    for (const { id, due } of await dueTimes()) {
      const tried = triedAt.get(id) ?? Number.NEGATIVE_INFINITY;
      // One in the future was before the clock was set back.
      const wait = tried > now() ? due : Math.max(due, tried + retryMs);
      if (wait > now() || isClosed) {
        next = Math.min(next, wait);
        continue;
      }
      triedAt.set(id, now());
      await run(id);
    }
    return next;
  };

  return {
    /** Checks now, or again when the running check has ended. Must be called when due times may have changed. */
    check,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await checking;
    },
  };
}
