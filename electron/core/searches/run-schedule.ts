/** Runs what is due, one look at a time. */
type RunSchedule = {
  /** Something may have changed: look again now, or as soon as the look that is under way has ended. */
  look(): void;
  close(): Promise<void>;
};

type RunScheduleParts = {
  /** What runs by itself, with the epoch milliseconds of its time; times in the past are due. */
  readonly dueTimes: () => Promise<readonly { readonly id: string; readonly due: number }[]>;
  readonly run: (id: string) => Promise<void>;
  readonly now: () => number;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** A sleeping computer stops timers: the clock is looked at this often at least. */
const longestWaitMs = 60_000;
/** What was started and is still due, or could not be started, is not tried more often than this. */
const againMs = 60_000;

/**
 * Looks at what is due, runs it, and sleeps until the next time. Whoever changes what is due calls `look`. What was
 * missed is due once, however often its time has passed.
 */
export function createRunSchedule({ dueTimes, run, now, onProblem }: RunScheduleParts): RunSchedule {
  const triedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;

  const lookIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(look, Math.max(0, Math.min(longestWaitMs, milliseconds)));
    timer.unref();
  };

  const look = () => {
    clearTimeout(timer);
    isStale = true;
    if (isClosed || looking) return;
    looking = lookUntilFresh().finally(() => {
      looking = undefined;
    });
  };

  const lookUntilFresh = async () => {
    let next = Number.POSITIVE_INFINITY;
    while (isStale && !isClosed) {
      isStale = false;
      try {
        next = await lookOnce();
      } catch (error) {
        onProblem(error, 'looking at what saved searches are due');
        next = now() + againMs;
      }
    }
    lookIn(next - now());
  };

  const lookOnce = async () => {
    let next = Number.POSITIVE_INFINITY;
    for (const { id, due } of await dueTimes()) {
      const wait = Math.max(due, (triedAt.get(id) ?? Number.NEGATIVE_INFINITY) + againMs);
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
    look,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
