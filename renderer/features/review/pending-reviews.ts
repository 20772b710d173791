import { type Failure, type Result, succeed } from '../../../shared/result.ts';
import type { ReviewChange, ReviewEntry, SetReviewsResult } from '../../../shared/review/review-change.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { callApi } from '../../api/call-api.ts';
import { isOutcomeUnknown, isPermanent } from '../../api/failure-kinds.ts';
import type { App } from '../../context/app-context.tsx';
import { isFlagged, type ReviewStateCode, reviewStateCode, verdictOf } from '../../stores/review-queue.ts';
import type { UnsavedReviews } from '../../stores/review-store.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { texts } from './texts.ts';
import { createWriteQueue } from './write-queue.ts';

/** The parts of the app that review commands use. */
export type ReviewCommandContext = Pick<App, 'api' | 'stores'>;

/** Maximum number of detections in one request that the main process accepts. */
const maxIdsPerRequest = 200_000;
/** Changes of at most this many detections are shown before they are written. */
const maxShownEarly = 1_000;
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
  readonly previousCodes: ReadonlyMap<number, ReviewStateCode>;
  /** Whether its current request is under way, or its response was lost. */
  isSent: boolean;
};

export type PendingReviews = ReturnType<typeof createPendingReviews>;

/**
 * The changes of reviews that are not written yet, as one queue. Each is shown at once and written in order; changes of
 * different detections share a request. A write that fails is repeated, and until it succeeds the store's `unsaved` has
 * the change. It names its batch, so that one whose response was lost is written once. One that can never be written is
 * reverted, and the failure is shown.
 */
export function createPendingReviews({ api, stores: { review, session } }: ReviewCommandContext) {
  const pending = new Set<Entry>();
  const queue = createWriteQueue((count) => review.getState().setPendingWrites(count));
  let failure: Failure | null = null;
  let failures = 0;
  let retrying: Promise<void> | null = null;
  let retry = () => {};

  const publish = () => {
    const unsaved = failure && pending.size > 0 ? { failure, changes: changesById(pending) } : null;
    if (unsaved !== review.getState().unsaved) review.getState().setUnsaved(unsaved);
  };
  const waitForRetry = (cause: Failure) => {
    failure = cause;
    publish();
    retrying ??= new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]);
      failures += 1;
      retry = () => {
        clearTimeout(timer);
        resolve();
      };
    }).then(() => {
      retrying = null;
    });
    return retrying;
  };
  const endRetries = () => {
    failure = null;
    failures = 0;
    publish();
  };

  const showAsBefore = ({ previousCodes }: Entry) => {
    review.getState().setStateCodes(previousCodes);
    review.getState().setLatestReviews('unknown');
  };
  const showWritten = (reviews: readonly ReviewEntry[]) => {
    if (reviews.length === 0) return;
    review.getState().setStateCodes(new Map(reviews.map((each) => [each.id, reviewStateCode(each.review)])));
    review.getState().setLatestReviews(reviews);
  };
  const remove = (entry: Entry) => {
    const isRemoved = pending.delete(entry);
    if (isRemoved) showAsBefore(entry);
    return isRemoved;
  };

  /** Discards all changes, the last first, and reports how many. One whose response was lost is undone once it is known. */
  const discard = (reason: string) => {
    const discarded = [...pending].reverse().filter(remove).length;
    publish();
    retry();
    if (discarded === 0) return;
    notifyFailure(
      { code: 'cancelled', message: texts.failures.discarded(reason) },
      texts.failures.changesNotSaved(discarded),
    );
  };

  /** Sends one request of a change until it is written or refused, or the change is removed. */
  const send = async (entry: Entry, ids: number[]) => {
    const { change, workspace } = entry;
    const batch = crypto.randomUUID();
    let mayBeWritten = false;
    for (;;) {
      entry.isSent = true;
      const result: Result<SetReviewsResult> = await callApi(() =>
        api.reviews.set.mutate({ ids, change, batch, workspace }),
      );
      if (result.ok) mayBeWritten = result.value.batch !== null;
      else if (isOutcomeUnknown(result.failure)) mayBeWritten = true;
      entry.isSent = mayBeWritten;
      if (!result.ok && result.failure.code === 'conflict') discard(texts.failures.otherWorkspace);
      const isRetried = !result.ok && !isPermanent(result.failure) && pending.has(entry);
      if (isRetried) await waitForRetry(result.failure);
      if (isRetried && pending.has(entry)) continue;
      return { result, batches: mayBeWritten ? [batch] : [] };
    }
  };

  const write = async (entry: Entry): Promise<readonly string[]> => {
    const batches: string[] = [];
    const reviews: ReviewEntry[] = [];
    let refusal: Failure | null = null;
    for (let at = 0; at < entry.ids.length && !refusal && pending.has(entry); at += maxIdsPerRequest) {
      const { result, batches: sent } = await send(entry, entry.ids.slice(at, at + maxIdsPerRequest));
      batches.push(...sent);
      if (result.ok) reviews.push(...result.value.reviews);
      else refusal = result.failure;
    }
    if (!pending.delete(entry)) {
      for (const batch of batches.toReversed()) await revertUntilKnown(batch, entry.workspace);
      if (pending.size === 0) endRetries();
      return [];
    }
    endRetries();
    showWritten(reviews);
    if (refusal) {
      if (batches.length === 0) showAsBefore(entry);
      else review.getState().setLatestReviews('unknown');
      const [first, ...others] = entry.ids;
      const { notSaved, someNotSaved } = texts.failures;
      notifyFailure(refusal, others.length === 0 ? notSaved(first) : someNotSaved(entry.ids.length));
    }
    return batches;
  };

  /** Reverts a batch of a removed change, again after each failure that ends: until then it may still be written. */
  const revertUntilKnown = async (batch: string, workspace: string | undefined) => {
    for (;;) {
      const reverted = await revertBatches([batch], workspace);
      if (reverted.ok || isPermanent(reverted.failure)) return;
      await waitForRetry(reverted.failure);
    }
  };

  const revertBatches = async (
    batches: readonly string[],
    workspace: string | undefined,
  ): Promise<Result<readonly string[]>> => {
    const reverting: string[] = [];
    const reviews: ReviewEntry[] = [];
    for (const batch of batches.toReversed()) {
      const result: Result<SetReviewsResult> = await callApi(() =>
        api.reviews.undo.mutate({ batch, workspace }),
      );
      if (!result.ok) {
        // Nothing is changed when one of them cannot be reverted.
        if (reverting.length > 0) await revertBatches(reverting, workspace);
        return result;
      }
      if (result.value.batch !== null) reverting.push(result.value.batch);
      reviews.push(...result.value.reviews);
    }
    showWritten(reviews);
    return succeed(reverting);
  };

  /** Shows a change before it is written. Returns the former codes of the detections in the queue. */
  const show = (ids: readonly number[], change: ReviewChange) => {
    const before = new Map<number, ReviewStateCode>();
    if (ids.length > maxShownEarly) return before;
    const { queue, setStateCodes, setLatestReviews } = review.getState();
    const after = new Map<number, ReviewStateCode>();
    for (const id of ids) {
      const code = queue?.stateCodes[queue.ids.indexOf(id)];
      if (code === undefined) continue;
      before.set(id, code);
      const { verdict = verdictOf(code), flagged = isFlagged(code) } = change;
      after.set(id, reviewStateCode({ verdict, flagged }));
    }
    setStateCodes(after);
    setLatestReviews(ids.map((id) => ({ id, change })));
    return before;
  };

  return {
    /** Shows a change and adds it to the queue. */
    add(ids: readonly number[], change: ReviewChange): PendingReviewChange {
      const workspace = workspaceKey(session.getState().session);
      const entry: Entry = { ids, change, workspace, previousCodes: show(ids, change), isSent: false };
      let isDropped = false;
      pending.add(entry);
      if (failure) publish();
      return {
        batches: queue.enqueue(ids, () => write(entry)).then((batches) => (isDropped ? null : batches)),
        drop() {
          if (entry.isSent || !remove(entry)) return false;
          isDropped = true;
          publish();
          retry();
          return true;
        },
      };
    },
    /** Reverts batches, all or none, as an entry of the queue. Returns the batches that revert this in turn. */
    revert: (batches: readonly string[], workspace: string | undefined) =>
      queue.enqueueExclusive(() => revertBatches(batches, workspace)),
    /** Makes another change of the review of a detection as an entry of the queue, and shows it. */
    run: <Done extends SetReviewsResult>(
      id: number,
      change: () => Promise<Result<Done>>,
    ): Promise<Result<Done>> =>
      queue.enqueue([id], async () => {
        const result: Result<Done> = await callApi(change);
        if (result.ok) showWritten(result.value.reviews);
        return result;
      }),
    /** Resolves when all changes that are in the queue now are written or reverted. */
    settled: () => queue.enqueueExclusive(async () => undefined),
    /** Repeats a failed write at once. */
    retry: () => retry(),
    discard,
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
export function pendingReviewsOf(app: ReviewCommandContext): PendingReviews {
  const known = queues.get(app.stores.review) ?? createPendingReviews(app);
  queues.set(app.stores.review, known);
  return known;
}
