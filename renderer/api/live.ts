import type { QueryClient } from '@tanstack/react-query';
import type { AppEvent } from '../../shared/events/app-event.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { isActive } from '../../shared/jobs/job.ts';
import { type Failure, fail, type Result } from '../../shared/result.ts';
import type { ReviewsChange } from '../../shared/review/review-flags.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';
import type { SessionStore } from '../stores/session-store.ts';
import type { Stores } from '../stores/stores.ts';
import type { Loadable } from '../stores/workspace-store.ts';
import type { Api } from './client.ts';
import { coalesce } from './coalesce.ts';
import { toFailure } from './failure-error.ts';
import { followEvents } from './follow-events.ts';
import { queryKeys } from './query-keys.ts';
import { settleJobs } from './settle-jobs.ts';
import { showsReviews } from './shows-reviews.ts';

/** What `startLive` needs. `report` shows a failure that leaves older content standing. */
export type LiveParts = {
  readonly api: Api;
  readonly stores: Stores;
  readonly queryClient: QueryClient;
  /** Loads the detections' feed onto the map. */
  loadFeed(): Promise<Result<FeedSummary>>;
  /** Draws what is said of detections from now on. */
  drawReviews(change: ReviewsChange): void;
  report(failure: Failure): void;
  /** Told of every event, once it was taken. */
  alsoTell?(event: AppEvent): void;
};

/** Verdicts come as fast as keys are pressed; what panels show of them is asked for again this often (milliseconds). */
const gapBetweenReviews = 250;
/** While results pour in, what is derived from all of them is brought up to date this often (milliseconds). */
const gapWhileFetching = 1_500;
const gapAtRest = 100;

/**
 * Keeps the session and workspace stores, and what TanStack Query caches, as the main process has them: everything
 * is asked for at every (re)connection, and whatever the events say has changed after that. Returns the way to stop.
 */
export function startLive(parts: LiveParts): () => void {
  const loaders = createLoaders(parts);
  const askAgainForReviews = coalesce(
    async () => void parts.queryClient.invalidateQueries({ predicate: showsReviews }),
    () => gapBetweenReviews,
  );
  const stopFollowing = followEvents(parts.api, {
    connected() {
      parts.stores.session.setState({ hostLink: 'connected' });
      for (const loader of Object.values(loaders)) loader.pull();
      void parts.queryClient.invalidateQueries();
    },
    lost: () => parts.stores.session.setState({ hostLink: 'lost' }),
    event(event) {
      takeEvent(event, parts, loaders, askAgainForReviews);
      parts.alsoTell?.(event);
    },
  });
  return () => {
    stopFollowing();
    askAgainForReviews.stop();
    for (const loader of Object.values(loaders)) loader.stop();
  };
}

type Loaders = ReturnType<typeof createLoaders>;

function createLoaders({ api, stores, loadFeed, report }: LiveParts) {
  const { session, workspace } = stores;
  const settle = <T>(result: Result<T>, before: Loadable<T>): Loadable<T> => {
    if (result.ok) return { state: 'ready', value: result.value };
    if (result.failure.code === 'no-workspace') return { state: 'none' };
    // Given up for a newer one, which is on its way.
    if (result.failure.code === 'cancelled') return before;
    // A lost link has its own banner; older content says more than an error in its place.
    if (before.state === 'ready') {
      if (session.getState().hostLink === 'connected') report(result.failure);
      return before;
    }
    return { state: 'failed', message: result.failure.message };
  };
  const resultsGap = () =>
    workspace.getState().jobs.some((job) => job.kind === 'fetch' && isActive(job))
      ? gapWhileFetching
      : gapAtRest;
  const pull = (task: () => Promise<void>, gap = () => gapAtRest) => coalesce(task, gap);
  const orReport = (task: () => Promise<Partial<SessionStore>>) => async () => {
    try {
      session.setState(await task());
    } catch (error) {
      if (session.getState().hostLink === 'connected') report(toFailure(error));
    }
  };
  return {
    session: pull(
      orReport(async () => {
        const before = session.getState().session;
        const state = await api.session.state.query();
        // Events come in order; an answer that one has overtaken is older than what is known.
        return session.getState().session === before ? { session: state } : {};
      }),
    ),
    profiles: pull(orReport(async () => ({ profiles: await api.session.profiles.query() }))),
    host: pull(orReport(async () => ({ hostKind: (await api.host.query()).kind }))),
    jobs: pull(async () => {
      const before = workspace.getState().jobs;
      const jobs = await asResult(async () => ({ ok: true, value: await api.jobs.list.query() }));
      if (jobs.ok) {
        const { value } = jobs;
        workspace.setState((now) => ({ jobs: settleJobs(before, now.jobs, value) }));
      } else if (session.getState().hostLink === 'connected') report(jobs.failure);
    }),
    sources: pull(async () => {
      const list = await asResult(async () => ({ ok: true, value: await api.mapSources.list.query() }));
      stores.sources.setState((before) => ({ list: settle(list, before.list) }));
    }),
    areas: pull(async () => {
      const areas = await asResult(() => api.areas.list.query());
      workspace.setState((before) => ({ areas: settle(areas, before.areas) }));
    }),
    counts: pull(async () => {
      const counts = await asResult(() => api.results.counts.query({}));
      workspace.setState((before) => ({ counts: settle(counts, before.counts) }));
    }, resultsGap),
    feed: pull(async () => {
      const feed = await asResult(() => readFeed(api, loadFeed));
      workspace.setState((before) => ({ feed: settle(feed, before.feed) }));
    }, resultsGap),
  };
}

/** Asks first whether there is a workspace: a browser logs a refused feed as an error of the page. */
async function readFeed(api: Api, loadFeed: LiveParts['loadFeed']): Promise<Result<FeedSummary>> {
  const { workspace } = await api.session.state.query();
  return workspace === 'none' ? fail('no-workspace', 'No workspace is open.') : loadFeed();
}

async function asResult<T>(ask: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await ask();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

function takeEvent(
  event: AppEvent,
  { stores, queryClient, drawReviews }: LiveParts,
  loaders: Loaders,
  askAgainForReviews: { pull(): void },
): void {
  switch (event.type) {
    case 'session':
      stores.session.setState({ session: event.state });
      return;
    case 'job':
      stores.workspace.setState(({ jobs }) => ({ jobs: withJob(jobs, event.job) }));
      return;
    case 'job-removed':
      stores.workspace.setState(({ jobs }) => ({ jobs: jobs.filter(({ id }) => id !== event.id) }));
      return;
    case 'order-changes':
      void queryClient.invalidateQueries({ queryKey: queryKeys.orderNews() });
      return;
    case 'show-order':
      return;
    case 'reviews':
      drawReviews(event);
      askAgainForReviews.pull();
      return;
    case 'changed':
      takeChange(event.what, stores, queryClient, loaders);
  }
}

function takeChange(
  what: Extract<AppEvent, { type: 'changed' }>['what'],
  stores: Stores,
  queryClient: QueryClient,
  loaders: Loaders,
): void {
  switch (what) {
    case 'profiles':
      loaders.profiles.pull();
      return;
    case 'map-sources':
      loaders.sources.pull();
      break;
    case 'areas':
      loaders.areas.pull();
      return;
    case 'results':
      loaders.counts.pull();
      loaders.feed.pull();
      break;
    case 'workspace':
      // Another file: nothing of the old one may stay on screen.
      stores.workspace.setState({
        areas: { state: 'loading' },
        feed: { state: 'loading' },
        counts: { state: 'loading' },
        jobs: [],
      });
      stores.results.setState(stores.results.getInitialState());
      stores.areas.getState().leaveWorkspace();
      stores.orderList.getState().forgetOrders();
      stores.orders.setState(stores.orders.getInitialState());
      for (const loader of Object.values(loaders)) loader.pull();
      void queryClient.resetQueries();
      return;
    case 'bookmarks':
    case 'orders':
    case 'order-news':
    case 'drafts':
    case 'searches':
      break;
    case 'reviews':
      loaders.feed.pull();
      void queryClient.invalidateQueries({ queryKey: ['results'] });
      break;
    case 'chips':
      // The chips themselves stay as they are.
      void queryClient.invalidateQueries({ queryKey: queryKeys.chipStats() });
      return;
  }
  void queryClient.invalidateQueries({ queryKey: [what] });
}

/** The jobs with `job` in its place; a new one comes first. */
function withJob(jobs: readonly Job[], job: Job): readonly Job[] {
  return jobs.some(({ id }) => id === job.id)
    ? jobs.map((known) => (known.id === job.id ? job : known))
    : [job, ...jobs];
}
