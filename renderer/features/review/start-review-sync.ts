import type { AppEvent } from '../../../shared/events/app-event.ts';
import type { Result } from '../../../shared/result.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { coalesce } from '../../api/coalesce.ts';
import type { App } from '../../context/app-context.tsx';
import { decodeIds, encodeIds, type ReviewQueue, refreshQueue } from '../../stores/review-queue.ts';
import { FailureError, toFailure } from '../../ui/failure-error.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { pendingReviewsOf } from './pending-reviews.ts';
import { recordEarlierReviews, recordImportedReviews } from './review-edits.ts';
import { followSharedReview } from './shared-review.ts';
import { readReviewStates } from './start-review.ts';
import { texts } from './texts.ts';

/** Minimum time between two refreshes of all review states while they change elsewhere. */
const refreshGapMs = 1_500;
/** Delay after a move before the position in the queue is saved. */
const positionDelayMs = 300;

/** Saves the review queue in the workspace and restores it, paused, when the workspace is opened. */
export function startReviewSync(app: App) {
  const { review, session } = app.stores;
  const key = () => workspaceKey(session.getState().session);
  const writer = createQueueWriter(app, key);
  const refresh = coalesce(
    async () => {
      const { queue } = review.getState();
      if (!queue) return;
      const states = await readReviewStates();
      const now = review.getState().queue;
      if (!states.ok || !now) return;
      // A verdict that was set during the request is newer than the response.
      if (now.stateCodes !== queue.stateCodes || review.getState().pendingWrites > 0) {
        refresh.trigger();
        return;
      }
      const next = refreshQueue(now, states.value);
      review.getState().refreshQueue(next.ids.length > 0 ? next : null);
    },
    () => refreshGapMs,
  );

  const load = async (workspace: string) => {
    review.getState().setLoadState('loading');
    try {
      const response = await app.api.reviewQueue.saved.query();
      const states = response.ok && response.value ? await readReviewStates() : null;
      if (key() !== workspace) return;
      if (!response.ok) throw new FailureError(response.failure);
      if (states && !states.ok) throw new FailureError(states.failure);
      if (response.value && states) {
        const { queue: stored, place } = response.value;
        const { ids, ...description } = stored;
        const read = refreshQueue(
          { ...description, ids: decodeIds(ids), at: place.at, missingCount: 0 },
          states.value,
        );
        const state = place.state === 'running' ? 'paused' : place.state;
        const queue = { ...read, state };
        writer.reset(queue);
        if (read.ids.length > 0) review.getState().refreshQueue(queue);
      }
      review.getState().setLoadState('ready');
    } catch (error) {
      review.getState().setLoadState(toFailure(error));
    }
  };

  const open = (workspace: string | undefined) => {
    if (workspace === undefined) review.getState().setLoadState('ready');
    else {
      void load(workspace);
      void recordEarlierReviews(app);
    }
  };

  const stops = [
    followSharedReview(app),
    review.subscribe(({ queue }) => writer.update(queue)),
    session.subscribe(({ session: state }, { session: former }) => {
      if (workspaceKey(state) === workspaceKey(former)) return;
      // The queue is removed from the page only; it stays saved in its workspace.
      writer.reset(null);
      pendingReviewsOf(app).discard(texts.failures.otherWorkspace);
      review.getState().clearWorkspaceState();
      open(key());
    }),
  ];
  // This is loaded after the first frame: reviews that wait to be saved are of the open workspace.
  open(key());
  window.addEventListener('pagehide', writer.flush);
  return {
    /** Must be called with every event of the main process. */
    handleEvent(event: AppEvent): void {
      const isReviews = event.type === 'reviews';
      if (isReviews && event.imported) recordImportedReviews(app, event.imported);
      if (isReviews ? !event.flags : event.type === 'changed' && event.topic === 'results') refresh.trigger();
    },
    stop(): void {
      for (const stop of stops) stop();
      refresh.stop();
      writer.flush();
      window.removeEventListener('pagehide', writer.flush);
    },
  };
}

/** Writes the queue of the store into the workspace with this key, and reports what could not be written. */
function createQueueWriter({ api, stores: { review } }: App, key: () => string | undefined) {
  const report = async (call: () => Promise<Result<null>>) => {
    const result = await call();
    if (!result.ok) notifyFailure(result.failure, texts.failures.positionNotSaved);
    return result;
  };
  return createReviewQueueWriter({
    workspace: key,
    saveQueue: ({ title, skipsJudged, startedAt, sharedQueue, ids, at, state }, workspace) =>
      report(() =>
        api.reviewQueue.save.mutate({
          queue: {
            ...{ title, skipsJudged, startedAt, ids: encodeIds(ids) },
            ...(sharedQueue === undefined ? {} : { sharedQueue }),
          },
          position: { at, state },
          workspace,
        }),
      ),
    savePosition: (position, workspace) =>
      report(() => api.reviewQueue.savePosition.mutate({ ...position, workspace })),
    deleteQueue: (workspace) => report(() => api.reviewQueue.clear.mutate({ workspace })),
    onSaved: (isSaved) => {
      if (review.getState().isQueueSaved !== isSaved) review.getState().setQueueSaved(isSaved);
    },
  });
}

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
