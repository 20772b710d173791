import type { Result } from '../../shared/result.ts';
import type { ReviewQueue } from '../stores/review-queue.ts';

/** How long after a move the place in the queue is written (milliseconds). */
const pause = 300;

/** Writes a queue and its place, one thing after the other. */
export type QueueKeeper = {
  /** To be told of every state of the queue; null: it was ended. */
  keep(queue: ReviewQueue | null): void;
  /** Takes this queue as the one that the workspace keeps, or with null none, and drops what waits. */
  begin(queue: ReviewQueue | null): void;
  /** Writes at once what waits to be written. */
  keepNow(): void;
};

type Calls = {
  readonly put: (queue: ReviewQueue) => Promise<Result<null>>;
  readonly place: (place: Pick<ReviewQueue, 'at' | 'state'>) => Promise<Result<null>>;
  readonly forget: () => Promise<Result<null>>;
  /** Told whether all that `keep` was told of is written, or has failed. */
  readonly onKept: (isKept: boolean) => void;
};

/** Calls must not reject. */
export function createQueueKeeper({ put, place, forget, onKept }: Calls): QueueKeeper {
  let kept: ReviewQueue | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const tell = () => onKept(waiting === 0 && timer === undefined);
  const inTurn = (call: () => Promise<Result<null>>) => {
    waiting += 1;
    writing = writing.then(async () => {
      await call();
      waiting -= 1;
      tell();
    });
  };
  const forgetTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const keepNow = () => {
    if (timer === undefined || !kept) return;
    forgetTimer();
    const { at, state } = kept;
    inTurn(() => place({ at, state }));
  };
  return {
    keep(queue) {
      const before = kept;
      kept = queue;
      if (queue === before) return;
      if (!queue) {
        forgetTimer();
        inTurn(forget);
      } else if (queue.ids !== before?.ids) {
        forgetTimer();
        inTurn(() => put(queue));
      } else if (queue.at !== before.at || queue.state !== before.state) {
        timer ??= setTimeout(keepNow, pause);
      }
      tell();
    },
    begin(queue) {
      forgetTimer();
      kept = queue;
    },
    keepNow,
  };
}
