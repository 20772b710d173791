import type { Result } from '../../../shared/result.ts';
import type { ReviewQueue } from '../../stores/review-queue.ts';

/** Delay after a move before the position in the queue is saved. */
const positionDelayMs = 300;

type ReviewQueueWriterDeps = {
  /** The key of the open workspace, for which an update is made. */
  readonly workspace: () => string | undefined;
  readonly saveQueue: (queue: ReviewQueue, workspace: string | undefined) => Promise<Result<null>>;
  readonly savePosition: (
    position: Pick<ReviewQueue, 'at' | 'state'>,
    workspace: string | undefined,
  ) => Promise<Result<null>>;
  readonly deleteQueue: (workspace: string | undefined) => Promise<Result<null>>;
  /** Called with whether all updates are written, or have failed. */
  readonly onSaved: (isSaved: boolean) => void;
};

/** Creates a writer. The functions of `deps` must not reject. */
export function createReviewQueueWriter({
  workspace,
  saveQueue,
  savePosition,
  deleteQueue,
  onSaved,
}: ReviewQueueWriterDeps) {
  let current: ReviewQueue | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();
  let pendingWrites = 0;
  const report = () => onSaved(pendingWrites === 0 && timer === undefined);
  const enqueue = (call: (key: string | undefined) => Promise<Result<null>>) => {
    const key = workspace();
    pendingWrites += 1;
    lastWrite = lastWrite.then(async () => {
      await call(key);
      pendingWrites -= 1;
      report();
    });
  };
  const clearTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = () => {
    if (timer === undefined || !current) return;
    clearTimer();
    const { at, state } = current;
    enqueue((key) => savePosition({ at, state }, key));
  };
  return {
    /** Must be called with every state of the queue; null: it was ended. */
    update(queue: ReviewQueue | null): void {
      const before = current;
      current = queue;
      if (queue === before) return;
      if (!queue) {
        clearTimer();
        enqueue(deleteQueue);
      } else if (queue.ids !== before?.ids) {
        clearTimer();
        enqueue((key) => saveQueue(queue, key));
      } else if (queue.at !== before.at || queue.state !== before.state) {
        timer ??= setTimeout(flush, positionDelayMs);
      }
      report();
    },
    /** Sets the queue that is saved in the workspace, or null for none, and drops pending writes. */
    reset(queue: ReviewQueue | null): void {
      clearTimer();
      current = queue;
    },
    /** Writes a pending position at once. */
    flush,
  };
}
