import type { QueryClient } from '@tanstack/react-query';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { isActiveJob } from '../../shared/jobs/job.ts';
import { type Failure, fail, type Result } from '../../shared/result.ts';
import type { ReviewFlagsChange } from '../../shared/review/review-flags.ts';
import type { Api } from '../api/client.ts';
import { coalesce } from '../api/coalesce.ts';
import { queryKeys } from '../api/query-keys.ts';
import { subscribeToEvents } from '../api/subscribe-to-events.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';
import type { Stores } from '../stores/stores.ts';
import type { Loadable } from '../stores/workspace-store.ts';
import { toFailure } from '../ui/failure-error.ts';
import { dependsOnReviews } from './depends-on-reviews.ts';
import { mergeJobLists } from './merge-job-lists.ts';

/** What `startLiveUpdates` needs. `report` shows a failure while older content stays visible. */
export type LiveUpdatesDeps = {
  readonly api: Api;
  readonly stores: Stores;
  readonly queryClient: QueryClient;
  /** Loads the detections' feed onto the map. */
  loadFeed(): Promise<Result<FeedSummary>>;
  /** Applies changed reviews to the map. */
  applyReviews(change: ReviewFlagsChange): void;
  report(failure: Failure): void;
  /** Called with every event after it was handled. */
  onEvent?(event: AppEvent): void;
};

/** Verdicts change as fast as keys are pressed; the panels' queries are refetched at most this often. */
const reviewRefetchGapMs = 250;
/** While results are being fetched, what is derived from all of them is refreshed at most this often. */
const fetchingGapMs = 1_500;
const idleGapMs = 100;

/**
 * Keeps the session and workspace stores and the TanStack Query cache up to date with the main process: everything is
 * fetched at every (re)connection, and then whatever an event reports as changed. Returns a function that stops it.
 */
export function startLiveUpdates(deps: LiveUpdatesDeps): () => void {
  const loaders = createLoaders(deps);
  const refetchReviews = coalesce(
    async () => void deps.queryClient.invalidateQueries({ predicate: dependsOnReviews }),
    () => reviewRefetchGapMs,
  );
  const unsubscribe = subscribeToEvents(deps.api, {
    onConnected() {
      deps.stores.session.getState().setHostLink('connected');
      for (const loader of Object.values(loaders)) loader.trigger();
      void deps.queryClient.invalidateQueries();
    },
    onLost: () => deps.stores.session.getState().setHostLink('lost'),
    onEvent(event) {
      handleEvent(event, deps, loaders, refetchReviews);
      deps.onEvent?.(event);
    },
  });
  return () => {
    unsubscribe();
    refetchReviews.stop();
    for (const loader of Object.values(loaders)) loader.stop();
  };
}

type Loaders = ReturnType<typeof createLoaders>;

function createLoaders({ api, stores, loadFeed, report }: LiveUpdatesDeps) {
  const { session, workspace } = stores;
  const toLoadable = <T>(result: Result<T>, before: Loadable<T>): Loadable<T> => {
    if (result.ok) return { state: 'ready', value: result.value };
    if (result.failure.code === 'no-workspace') return { state: 'none' };
    // Replaced by a newer request, which is still running.
    if (result.failure.code === 'cancelled') return before;
    // A lost connection has its own banner; older content is more useful than an error in its place.
    if (before.state === 'ready') {
      if (session.getState().hostLink === 'connected') report(result.failure);
      return before;
    }
    return { state: 'failed', message: result.failure.message };
  };
  const resultsGapMs = () =>
    workspace.getState().jobs.some((job) => job.kind === 'fetch' && isActiveJob(job))
      ? fetchingGapMs
      : idleGapMs;
  const createLoader = (task: () => Promise<void>, gapMs = () => idleGapMs) => coalesce(task, gapMs);
  const reportingErrors = (task: () => Promise<void>) => async () => {
    try {
      await task();
    } catch (error) {
      if (session.getState().hostLink === 'connected') report(toFailure(error));
    }
  };
  return {
    session: createLoader(
      reportingErrors(async () => {
        const before = session.getState().session;
        const state = await api.session.state.query();
        // Events arrive in order; a response that was overtaken by one is outdated.
        if (session.getState().session === before) session.getState().setSession(state);
      }),
    ),
    host: createLoader(
      reportingErrors(async () => session.getState().setHostKind((await api.host.query()).kind)),
    ),
    jobs: createLoader(async () => {
      const before = workspace.getState().jobs;
      const jobs = await asResult(async () => ({ ok: true, value: await api.jobs.list.query() }));
      if (jobs.ok) {
        const { jobs: now, setJobs } = workspace.getState();
        setJobs(mergeJobLists(before, now, jobs.value));
      } else if (session.getState().hostLink === 'connected') report(jobs.failure);
    }),
    calibrations: createLoader(
      reportingErrors(async () => {
        const list = await api.chips.calibrations.query();
        if (list.ok) workspace.getState().setCalibrations(list.value);
        else if (list.failure.code !== 'no-workspace') report(list.failure);
      }),
    ),
    areas: createLoader(async () => {
      const areas = await asResult(() => api.areas.list.query());
      const { areas: before, setAreas } = workspace.getState();
      setAreas(toLoadable(areas, before));
    }),
    counts: createLoader(async () => {
      const counts = await asResult(() => api.results.counts.query({}));
      const { counts: before, setCounts } = workspace.getState();
      setCounts(toLoadable(counts, before));
    }, resultsGapMs),
    feed: createLoader(async () => {
      const feed = await asResult(() => loadFeedIfOpen(api, loadFeed));
      const { feed: before, setFeed } = workspace.getState();
      setFeed(toLoadable(feed, before));
    }, resultsGapMs),
  };
}

/** Checks first whether a workspace is open: a browser logs an error response of the feed as an error of the page. */
async function loadFeedIfOpen(api: Api, loadFeed: LiveUpdatesDeps['loadFeed']): Promise<Result<FeedSummary>> {
  const { workspace } = await api.session.state.query();
  return workspace === 'none' ? fail('no-workspace', 'No workspace is open.') : loadFeed();
}

async function asResult<T>(query: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await query();
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

function handleEvent(
  event: AppEvent,
  { stores, queryClient, applyReviews }: LiveUpdatesDeps,
  loaders: Loaders,
  refetchReviews: { trigger(): void },
): void {
  switch (event.type) {
    case 'session':
      stores.session.getState().setSession(event.state);
      return;
    case 'job':
      stores.workspace.getState().upsertJob(event.job);
      return;
    case 'job-removed':
      stores.workspace.getState().removeJob(event.id);
      return;
    case 'order-changes':
      void queryClient.invalidateQueries({ queryKey: queryKeys.orderNotifications() });
      return;
    case 'show-order':
      return;
    case 'reviews':
      applyReviews(event);
      refetchReviews.trigger();
      return;
    case 'changed':
      handleChange(event.topic, stores, queryClient, loaders);
  }
}

/** What the overview of the workspace counts, beside the results that it is refetched with. */
const countedTopics: ReadonlySet<string> = new Set(['areas', 'orders', 'drafts']);
/** The user's settings are the same in all workspaces: the sources on the map stay credited when another is opened. */
const settingsTopics: ReadonlySet<unknown> = new Set(['profiles', 'map-sources']);

function handleChange(
  topic: Extract<AppEvent, { type: 'changed' }>['topic'],
  stores: Stores,
  queryClient: QueryClient,
  loaders: Loaders,
): void {
  // It counts areas, orders and drafts, too; only what is on screen is requested again.
  if (countedTopics.has(topic)) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.workspaceOverview() });
  }
  switch (topic) {
    case 'areas':
      loaders.areas.trigger();
      return;
    case 'calibrations':
      loaders.calibrations.trigger();
      return;
    case 'results':
      loaders.counts.trigger();
      loaders.feed.trigger();
      break;
    case 'workspace':
      // Another workspace: nothing of the old one may stay on screen.
      stores.workspace.getState().reset();
      stores.results.getState().reset();
      stores.areas.getState().clearWorkspaceState();
      stores.orderList.getState().clearOrders();
      stores.orders.getState().reset();
      for (const loader of Object.values(loaders)) loader.trigger();
      void queryClient.resetQueries({ predicate: ({ queryKey: [topic] }) => !settingsTopics.has(topic) });
      return;
    case 'bookmarks':
    case 'orders':
    case 'order-notifications':
    case 'drafts':
    case 'searches':
    case 'profiles':
    case 'map-sources':
      break;
    case 'reviews':
      loaders.feed.trigger();
      void queryClient.invalidateQueries({ queryKey: ['results'] });
      break;
    case 'chips':
      // Cached chips stay valid.
      void queryClient.invalidateQueries({ queryKey: queryKeys.chipStats() });
      return;
  }
  void queryClient.invalidateQueries({ queryKey: [topic] });
}
