import type { Result } from '../../../shared/result.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import type { App } from '../../context/app-context.tsx';
import { queueProgress } from '../../stores/review-queue.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { goToQueuePosition } from './review-commands.ts';
import { startQueue } from './start-review.ts';
import { texts } from './texts.ts';

type SharedReviewContext = Pick<App, 'api' | 'stores'>;

/**
 * Continues the review of a shared queue of the team: resumes it while it is unfinished, else leases the next detections.
 * The store's `sharedRest` has the state of the queue when no detection was free.
 */
export async function reviewShared(app: SharedReviewContext, sharedQueue: string): Promise<void> {
  const { review, session } = app.stores;
  const { queue, isStarting } = review.getState();
  const workspace = workspaceKey(session.getState().session);
  if (isStarting) return;
  if (queue?.sharedQueue === sharedQueue && queue.state !== 'finished') {
    goToQueuePosition(app, queue.at);
    return;
  }
  review.getState().setSharedRest(null);
  review.getState().setStarting(true);
  const leased = await app.api.team.leaseNextDetections
    .mutate(sharedQueue)
    .finally(() => review.getState().setStarting(false));
  if (workspaceKey(session.getState().session) !== workspace) return;
  if (queue?.sharedQueue === sharedQueue && review.getState().queue?.sharedQueue !== sharedQueue) {
    // The review was discarded during the request, so its next detections are not reviewed either.
    if (leased.ok && leased.value.ids.length > 0) await leave(app);
    return;
  }
  if (!leased.ok) return review.getState().setStartFailure(leased.failure);
  const { title, ids } = leased.value;
  if (ids.length === 0) return review.getState().setSharedRest(leased.value);
  const source = { title: texts.shared.title(title), filter: { ids: [...ids] }, sharedQueue };
  await startQueue(app, source, { order: 'pass', skipsJudged: true });
}

/**
 * Leases the next detections when a review of a shared queue is finished and its verdicts are written. Ends the lease
 * when such a review is discarded or replaced by another one. Returns a function that stops it.
 */
export function followSharedReview(app: SharedReviewContext): () => void {
  let nextQueue: string | undefined;
  return app.stores.review.subscribe((state, { queue: former }) => {
    const { queue, loadState, pendingWrites } = state;
    if (former?.sharedQueue !== undefined && queue?.sharedQueue === undefined && loadState === 'ready') {
      void leave(app);
    }
    if (queue?.state !== 'finished') nextQueue = undefined;
    else if (former?.state === 'running' && queueProgress(queue).remaining === 0)
      nextQueue = queue.sharedQueue;
    if (nextQueue === undefined || pendingWrites > 0) return;
    const next = nextQueue;
    nextQueue = undefined;
    void reviewShared(app, next);
  });
}

async function leave({ api }: SharedReviewContext): Promise<void> {
  const left: Result<null> = await api.team.leaveQueue.mutate();
  if (!left.ok) notifyFailure(left.failure, texts.shared.notReleased);
}
