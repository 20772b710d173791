import type { QueryClient } from '@tanstack/react-query';
import type { AppEvent } from '../../shared/events/app-event.ts';
import type { Result } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import { coalesce } from '../api/coalesce.ts';
import { FailureError, toFailure } from '../api/failure-error.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure } from '../app/notify.tsx';
import { watch } from '../map/watch.ts';
import { idsOfText, idsToText, refreshQueue, standingOfFlags } from '../stores/review-queue.ts';
import { createQueueKeeper } from './keep-queue.ts';
import { putStandings } from './review-work.ts';
import { showLatestReviews } from './show-reviews.ts';
import { readStandings } from './start-review.ts';

/** Times between two looks at how all detections stand, while they change from elsewhere (milliseconds). */
const gapBetweenLooks = 1_500;

/** What keeps the queue as the workspace has it. */
export type ReviewKeeper = {
  /** Told of every event of the main process. */
  take(event: AppEvent): void;
  stop(): void;
};

/**
 * Keeps the queue in the workspace and reads it back with the workspace, as paused; keeps what is shown of reviews the
 * same as what was said; lets go of chips of another workspace.
 */
export function startKeepingReviews(app: App, queryClient: QueryClient): ReviewKeeper {
  const { api, chips } = app;
  const { review, session } = app.stores;
  const told = async (call: () => Promise<Result<null>>) => {
    const result = await ask(call);
    if (!result.ok) notifyFailure(result.failure, 'The place in the review was not kept.');
    return result;
  };
  const keeper = createQueueKeeper({
    put: ({ title, skipsJudged, startedAt, ids, at, state }) =>
      told(() =>
        api.reviewQueue.keep.mutate({
          queue: { title, skipsJudged, startedAt, ids: idsToText(ids) },
          place: { at, state },
        }),
      ),
    place: (place) => told(() => api.reviewQueue.place.mutate(place)),
    forget: () => told(() => api.reviewQueue.forget.mutate()),
    onKept: (isQueueKept) => {
      if (review.getState().isQueueKept !== isQueueKept) review.setState({ isQueueKept });
    },
  });

  const refresh = coalesce(
    async () => {
      const { queue } = review.getState();
      if (!queue) return;
      const standings = await readStandings();
      const now = review.getState().queue;
      if (!standings.ok || !now) return;
      // A verdict that was given meanwhile is newer than what was read.
      if (now.standings !== queue.standings || review.getState().writing > 0) {
        refresh.pull();
        return;
      }
      const next = refreshQueue(now, standings.value);
      review.setState({ queue: next.ids.length > 0 ? next : null });
    },
    () => gapBetweenLooks,
  );

  const load = async (path: string) => {
    review.setState({ loading: 'loading' });
    try {
      const answer = await api.reviewQueue.kept.query();
      const standings = answer.ok && answer.value ? await readStandings() : null;
      if (session.getState().session?.workspacePath !== path) return;
      if (!answer.ok) throw new FailureError(answer.failure);
      if (standings && !standings.ok) throw new FailureError(standings.failure);
      if (answer.value && standings) {
        const { queue: stored, place } = answer.value;
        const { title, skipsJudged, startedAt } = stored;
        const read = refreshQueue(
          { title, skipsJudged, startedAt, ids: idsOfText(stored.ids), at: place.at, gone: 0 },
          standings.value,
        );
        const state = place.state === 'running' ? 'paused' : place.state;
        const queue = { ...read, state };
        keeper.begin(queue);
        if (read.ids.length > 0) review.setState({ queue });
      }
      review.setState({ loading: 'ready' });
    } catch (error) {
      review.setState({ loading: toFailure(error) });
    }
  };

  const stops = [
    review.subscribe(({ queue }) => keeper.keep(queue)),
    watch(
      review,
      ({ latest }) => latest,
      (latest) => showLatestReviews(queryClient, latest),
    ),
    watch(
      session,
      ({ session: state }) => state?.workspacePath,
      (path) => {
        // What was kept stays with the workspace that it belongs to.
        keeper.begin(null);
        const { form, stretch, stays } = review.getState();
        review.setState({ ...review.getInitialState(), form, stretch, stays });
        chips.large.clear();
        chips.small.clear();
        if (path === undefined) review.setState({ loading: 'ready' });
        else void load(path);
      },
    ),
    watch(
      session,
      ({ session: state }) => `${state?.status} ${state?.connection}`,
      () => {
        for (const shelf of [chips.large, chips.small]) {
          shelf.askAgain(['offline', 'sign-in-needed', 'forbidden']);
        }
      },
    ),
  ];
  window.addEventListener('pagehide', keeper.keepNow);
  /** The desktop has no question to ask here, and would not close. */
  const warn = (event: BeforeUnloadEvent) => {
    if (review.getState().writing > 0 && session.getState().hostKind === 'browser') event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return {
    take(event) {
      if (event.type === 'reviews') {
        if (event.flags) {
          putStandings(app, new Map(event.flags.map(({ id, flags }) => [id, standingOfFlags(flags)])));
        } else refresh.pull();
      } else if (event.type === 'changed' && event.what === 'results') refresh.pull();
    },
    stop() {
      for (const stop of stops) stop();
      refresh.stop();
      keeper.keepNow();
      window.removeEventListener('pagehide', keeper.keepNow);
      window.removeEventListener('beforeunload', warn);
    },
  };
}
