import { type Failure, type Result, succeed } from '../../../shared/result.ts';
import type { ReviewChange, ReviewEntry, SetReviewsResult } from '../../../shared/review/review-change.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { isOutcomeUnknown, isPermanent } from '../../api/failure-kinds.ts';
import type { App } from '../../context/app-context.tsx';
import type { ReviewStateCode } from '../../stores/review-queue.ts';
import type { UnsavedReviews } from '../../stores/review-store.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { showChange, showReviews, showStored } from './show-reviews.ts';
import { texts } from './texts.ts';

/** The parts of the app that changes of reviews use. */
export type ReviewContext = Pick<App, 'api' | 'queries' | 'queryClient' | 'stores'>;

/** Maximum number of detections in one request that the main process accepts. */
const maxIdsPerRequest = 200_000;
const retryDelaysMs = [1_000, 2_000, 5_000, 15_000] as const;

/** A change of reviews from the click until it is written, refused or reverted. */
export type PendingReviewChange = {
  /**
   * The batches that it was written as; none when it was refused, was discarded or changed nothing, null when it was
   * dropped.
   */
  readonly batches: Promise<readonly string[] | null>;
  /** Removes it from the queue and shows the reviews as before. False when it is being, or may be, written. */
  drop(): boolean;
};

/** A change in the queue. */
type Entry = {
  readonly ids: readonly number[];
  readonly change: ReviewChange;
  readonly workspace: string | undefined;
  /** The codes that were shown before it. */
  readonly formerCodes: ReadonlyMap<number, ReviewStateCode>;
  /** Whether its current request is under way, or its response was lost. */
  isSent: boolean;
};

/** A write that waits for its turn; without ids it never runs together with another one. */
type Task = { readonly ids: readonly number[] | null; start(): Promise<void> };

export type PendingReviews = ReturnType<typeof createPendingReviews>;

/**
 * The changes of reviews that are not written yet, as one queue. Each is shown at once and written in order; changes of
 * different detections share a request. A write that fails is repeated, and until it succeeds the store's `unsaved` has
 * the change. It names its batch, so that one whose response was lost is written once. One that can never be written is
 * reverted, and the failure is shown.
 */
export function createPendingReviews(app: ReviewContext) {
  const store = () => app.stores.review.getState();
  const pending = new Set<Entry>();
  const enqueue = createTaskQueue((count) => store().setPendingWrites(count));
  const retries = createRetries(() => publish());

  const publish = () => {
    const failure = retries.failure();
    const unsaved = failure && pending.size > 0 ? { failure, changes: changesById(pending) } : null;
    if (unsaved !== store().unsaved) store().setUnsaved(unsaved);
  };
  /** Removes changes that are still in the queue, in this order, and shows the reviews as before. Returns how many. */
  const remove = (entries: readonly Entry[]) => {
    const removed = entries.filter((entry) => pending.delete(entry));
    const codes = removed.map(({ formerCodes }) => formerCodes);
    if (removed.length > 0) showStored(app, codes);
    publish();
    retries.end();
    return removed.length;
  };

  /** Discards all changes and reports how many. One whose response was lost is undone once it is known. */
  const discard = (reason: string) => {
    const count = remove([...pending].reverse());
    if (count === 0) return;
    notifyFailure(
      { code: 'cancelled', message: texts.failures.discarded(reason) },
      texts.failures.changesNotSaved(count),
    );
  };

  const write = createWriter(app, { pending, retries, discard });

  return {
    /** Shows a change and adds it to the queue. */
    add(ids: readonly number[], change: ReviewChange): PendingReviewChange {
      const workspace = workspaceKey(app.stores.session.getState().session);
      const entry: Entry = {
        ids,
        change,
        workspace,
        formerCodes: showChange(app, ids, change),
        isSent: false,
      };
      let isDropped = false;
      pending.add(entry);
      if (retries.failure()) publish();
      return {
        batches: enqueue(ids, () => write(entry)).then((batches) => (isDropped ? null : batches)),
        drop() {
          isDropped ||= !entry.isSent && remove([entry]) > 0;
          return isDropped;
        },
      };
    },
    /** Reverts batches, all or none, as an entry of the queue. Returns the batches that revert this in turn. */
    revert: (batches: readonly string[], workspace: string | undefined) =>
      enqueue(null, () => revertBatches(app, batches, workspace)),
    /** Makes another change of the review of a detection as an entry of the queue, and shows it. */
    run: <Done extends SetReviewsResult>(
      id: number,
      change: () => Promise<Result<Done>>,
    ): Promise<Result<Done>> =>
      enqueue([id], async () => {
        const result: Result<Done> = await change();
        if (result.ok) showReviews(app, result.value.reviews);
        return result;
      }),
    /** Resolves when all changes that are in the queue now are written or reverted. */
    settled: () => enqueue(null, async () => undefined),
    /** Repeats a failed write at once. */
    retry: () => retries.end(),
    discard,
  };
}

/** Returns what writes a change of the queue, in several requests if it is of many detections. */
function createWriter(
  app: ReviewContext,
  {
    pending,
    retries,
    discard,
  }: {
    readonly pending: Set<Entry>;
    readonly retries: ReturnType<typeof createRetries>;
    readonly discard: (reason: string) => void;
  },
): (entry: Entry) => Promise<readonly string[]> {
  /** Sends one request of a change until it is written or refused, or the change is removed. */
  const send = async (entry: Entry, ids: number[]) => {
    const { change, workspace } = entry;
    const batch = crypto.randomUUID();
    let mayBeWritten = false;
    for (;;) {
      entry.isSent = true;
      const result: Result<SetReviewsResult> = await app.api.reviews.set.mutate({
        ids,
        change,
        batch,
        workspace,
      });
      if (result.ok) mayBeWritten = result.value.batch !== null;
      else if (isOutcomeUnknown(result.failure)) mayBeWritten = true;
      entry.isSent = mayBeWritten;
      if (!result.ok && result.failure.code === 'conflict') discard(texts.failures.otherWorkspace);
      const sent = { result, batches: mayBeWritten ? [batch] : [] };
      if (result.ok || isPermanent(result.failure) || !pending.has(entry)) return sent;
      await retries.wait(result.failure);
      if (!pending.has(entry)) return sent;
    }
  };

  /** Reverts a batch of a removed change, again after each failure that ends: until then it may still be written. */
  const revertUntilKnown = async (batch: string, workspace: string | undefined) => {
    for (;;) {
      const reverted = await revertBatches(app, [batch], workspace);
      if (reverted.ok || isPermanent(reverted.failure)) return;
      await retries.wait(reverted.failure);
    }
  };

  return async (entry: Entry): Promise<readonly string[]> => {
    const batches: string[] = [];
    const written: ReviewEntry[] = [];
    let refusal: Failure | null = null;
    for (let at = 0; at < entry.ids.length && !refusal && pending.has(entry); at += maxIdsPerRequest) {
      const { result, batches: sent } = await send(entry, entry.ids.slice(at, at + maxIdsPerRequest));
      batches.push(...sent);
      if (result.ok) written.push(...result.value.reviews);
      else refusal = result.failure;
    }
    if (!pending.delete(entry)) {
      for (const batch of batches.toReversed()) await revertUntilKnown(batch, entry.workspace);
      if (pending.size === 0) retries.reset();
      return [];
    }
    retries.reset();
    showReviews(app, written);
    if (refusal) {
      showStored(app, batches.length === 0 ? [entry.formerCodes] : []);
      const [first, ...others] = entry.ids;
      const { notSaved, someNotSaved } = texts.failures;
      notifyFailure(refusal, others.length === 0 ? notSaved(first) : someNotSaved(entry.ids.length));
    }
    return batches;
  };
}

/** Reverts batches, all or none, and shows the reviews before them. Returns the batches that revert this in turn. */
async function revertBatches(
  app: ReviewContext,
  batches: readonly string[],
  workspace: string | undefined,
): Promise<Result<readonly string[]>> {
  const reverting: string[] = [];
  const restored: ReviewEntry[] = [];
  for (const batch of batches.toReversed()) {
    const result: Result<SetReviewsResult> = await app.api.reviews.undo.mutate({ batch, workspace });
    if (!result.ok) {
      // Nothing is changed when one of them cannot be reverted.
      if (reverting.length > 0) await revertBatches(app, reverting, workspace);
      return result;
    }
    if (result.value.batch !== null) reverting.push(result.value.batch);
    restored.push(...result.value.reviews);
  }
  showReviews(app, restored);
  return succeed(reverting);
}

/**
 * Returns what adds a task to a queue that runs in order. Tasks that waited for others are started together unless they
 * share an id, so that their calls are one request. `onCount` is called with the number of unfinished tasks.
 */
function createTaskQueue(onCount: (count: number) => void) {
  const waiting: Task[] = [];
  let isBusy = false;
  let count = 0;
  const startAll = async () => {
    isBusy = true;
    while (waiting.length > 0) await Promise.all(dequeueGroup(waiting).map(({ start }) => start()));
    isBusy = false;
  };
  return <T>(ids: Task['ids'], task: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const end = () => {
        count -= 1;
        onCount(count);
      };
      waiting.push({ ids, start: () => task().finally(end).then(resolve, reject) });
      count += 1;
      onCount(count);
      if (!isBusy) void startAll();
    });
}

/** Removes the tasks from the front that may run together. */
function dequeueGroup(waiting: Task[]): readonly Task[] {
  const usedIds = new Set<number>();
  let end = 0;
  for (const { ids } of waiting) {
    if (ids === null || ids.some((id) => usedIds.has(id))) break;
    for (const id of ids) usedIds.add(id);
    end += 1;
  }
  return waiting.splice(0, Math.max(1, end));
}

/**
 * The waits between repeated writes, which grow with each in a row. Writes that wait at the same time share one.
 * `onChange` is called when the failure that writes wait for has changed.
 */
function createRetries(onChange: () => void) {
  let failure: Failure | null = null;
  let count = 0;
  let waiting: Promise<void> | null = null;
  let end = () => {};
  return {
    /** Reason why the last write failed; null while writes succeed. */
    failure: () => failure,
    wait(cause: Failure): Promise<void> {
      failure = cause;
      onChange();
      waiting ??= new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, retryDelaysMs[Math.min(count, retryDelaysMs.length - 1)]);
        count += 1;
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }).then(() => {
        waiting = null;
      });
      return waiting;
    },
    /** Ends the current wait. */
    end: () => end(),
    /** A write has succeeded, or is refused for good. */
    reset(): void {
      failure = null;
      count = 0;
      onChange();
    },
  };
}

function changesById(pending: ReadonlySet<Entry>): UnsavedReviews['changes'] {
  const changes = new Map<number, ReviewChange[]>();
  for (const { ids, change } of pending) {
    for (const id of ids) changes.set(id, [...(changes.get(id) ?? []), change]);
  }
  return changes;
}

/** The queue of each app. */
const queues = new WeakMap<object, PendingReviews>();

/** The queue of the app, whose reviews are in one workspace at a time: a change is written into the one it was made in. */
export function pendingReviewsOf(app: ReviewContext): PendingReviews {
  const known = queues.get(app.stores.review) ?? createPendingReviews(app);
  queues.set(app.stores.review, known);
  return known;
}
