import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { isActiveJob } from '../../shared/jobs/job.ts';
import { type Failure, fail, type Result } from '../../shared/result.ts';
import type { ReviewFlagsChange } from '../../shared/review/review-flags.ts';
import { type SessionState, workspaceKey } from '../../shared/session/session-state.ts';
import type { Api } from '../api/client.ts';
import { coalesce } from '../api/coalesce.ts';
import { invalidateQueries } from '../api/invalidate-queries.ts';
import {
  areaListQuery,
  calibrationListQuery,
  hostKindQuery,
  markingQuery,
  teamQuery,
  watchUnreadQuery,
  workspaceCountsQuery,
} from '../api/live-queries.ts';
import { queryKeys } from '../api/query-keys.ts';
import { subscribeToEvents } from '../api/subscribe-to-events.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';
import { stateCodeOfFlags } from '../stores/review-queue.ts';
import type { Stores } from '../stores/stores.ts';
import { toFailure } from '../ui/failure-error.ts';
import type { Loadable } from '../ui/loadable.ts';
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
 * Updates the session and workspace stores and the query cache from the main process. Everything is fetched at every
 * (re)connection, then whatever an event reports as changed. Returns a function that stops it.
 */
export function startLiveUpdates(deps: LiveUpdatesDeps): () => void {
  const { session } = deps.stores;
  /** Events are not replayed: one that another workspace was opened may be among those missed. */
  let hasMissedEvents = false;
  const setSession = (state: SessionState) => {
    const before = session.getState().session;
    session.getState().setSession(state);
    if (hasMissedEvents && before && workspaceKey(before) !== workspaceKey(state)) {
      handleChange('workspace', deps.stores, deps.queryClient, loaders, refetch);
    }
    hasMissedEvents = false;
  };
  const loaders = createLoaders(deps, setSession);
  const refetch = {
    reviews: coalesce(
      async () => void invalidateQueries(deps.queryClient, { predicate: dependsOnReviews }),
      () => reviewRefetchGapMs,
    ),
    counts: coalesce(
      async () => {
        // Images that came may be ones for which an AIS file was not read.
        void invalidateQueries(deps.queryClient, { queryKey: queryKeys.aisOutcomes() });
        await invalidateQueries(deps.queryClient, { queryKey: queryKeys.workspaceCounts() });
      },
      () => resultsGapMs(deps.stores),
    ),
  };
  const stopQueries = keepQueriesLoaded(deps);
  const unsubscribe = subscribeToEvents(deps.api, {
    onConnected() {
      session.getState().setHostLink('connected');
      for (const loader of Object.values(loaders)) loader.trigger();
      void invalidateQueries(deps.queryClient);
    },
    onLost() {
      hasMissedEvents = true;
      session.getState().setHostLink('lost');
    },
    onRefused: (reason) => session.getState().setHostRefusal(reason),
    onEvent(event) {
      if (event.type === 'session') setSession(event.state);
      else handleEvent(event, deps, loaders, refetch);
      deps.onEvent?.(event);
    },
  });
  return () => {
    unsubscribe();
    stopQueries();
    for (const { stop } of [...Object.values(loaders), ...Object.values(refetch)]) stop();
  };
}

/**
 * Retains the queries of `api/live-queries.ts`, and reports failures that nothing on screen shows. These are failures
 * of queries with older content or without a panel. Returns a function that stops it.
 */
function keepQueriesLoaded({ api, queryClient, stores, report }: LiveUpdatesDeps): () => void {
  const keep = (query: { readonly queryKey: QueryKey }, hasPanel: boolean) => {
    let last: Error | null = null;
    return new QueryObserver(queryClient, query).subscribe(({ data, error }) => {
      if (error === last) return;
      last = error;
      // A lost connection has its own banner.
      if (error && (data !== undefined || !hasPanel) && stores.session.getState().hostLink === 'connected')
        report(toFailure(error));
    });
  };
  const stops = [
    keep(hostKindQuery(api), false),
    keep(teamQuery(api), false),
    keep(calibrationListQuery(api), false),
    keep(markingQuery(api), false),
    keep(watchUnreadQuery(api), false),
    keep(workspaceCountsQuery(api), true),
    keep(areaListQuery(api), true),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

type Loaders = ReturnType<typeof createLoaders>;
type Refetch = Readonly<Record<'reviews' | 'counts', { trigger(): void }>>;

function createLoaders(
  { api, stores, loadFeed, report }: LiveUpdatesDeps,
  setSession: (state: SessionState) => void,
) {
  const { session, workspace } = stores;
  const toFeedState = (result: Result<FeedSummary>, before: Loadable<FeedSummary>): Loadable<FeedSummary> => {
    if (result.ok) return { state: 'ready', value: result.value };
    if (result.failure.code === 'no-workspace') return { state: 'none' };
    // Replaced by a newer request, which is still running.
    if (result.failure.code === 'cancelled') return before;
    // A lost connection has its own banner; older content is more useful than an error in its place.
    if (before.state === 'ready') {
      if (session.getState().hostLink === 'connected') report(result.failure);
      return before;
    }
    const { message, details } = result.failure;
    return { state: 'failed', message, details };
  };
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
        if (session.getState().session === before) setSession(state);
      }),
    ),
    jobs: createLoader(async () => {
      const before = workspace.getState().jobs;
      const jobs = await asResult(async () => ({ ok: true, value: await api.jobs.list.query() }));
      if (jobs.ok) {
        const { jobs: now, setJobs } = workspace.getState();
        setJobs(mergeJobLists(before, now, jobs.value));
      } else if (session.getState().hostLink === 'connected') report(jobs.failure);
    }),
    feed: createLoader(
      async () => {
        const feed = await asResult(() => loadFeedIfOpen(api, loadFeed));
        const { feed: before, setFeed } = workspace.getState();
        setFeed(toFeedState(feed, before));
      },
      () => resultsGapMs(stores),
    ),
  };
}

function resultsGapMs({ workspace }: Stores): number {
  const isFetching = workspace.getState().jobs.some((job) => job.kind === 'fetch' && isActiveJob(job));
  return isFetching ? fetchingGapMs : idleGapMs;
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
  event: Exclude<AppEvent, { type: 'session' }>,
  { stores, queryClient, applyReviews }: LiveUpdatesDeps,
  loaders: Loaders,
  refetch: Refetch,
): void {
  switch (event.type) {
    case 'job':
      stores.workspace.getState().upsertJob(event.job);
      return;
    case 'job-removed':
      stores.workspace.getState().removeJob(event.id);
      return;
    case 'order-changes':
      void invalidateQueries(queryClient, { queryKey: queryKeys.orderNotifications() });
      return;
    case 'show-order':
    case 'show-watch-event':
    case 'watch-notifications':
    case 'file-opened':
      return;
    case 'reviews':
      applyReviews(event);
      if (event.flags) {
        const codes = event.flags.map(({ id, flags }) => [id, stateCodeOfFlags(flags)] as const);
        stores.review.getState().setStateCodes(new Map(codes));
      }
      refetch.reviews.trigger();
      return;
    case 'changed':
      handleChange(event.topic, stores, queryClient, loaders, refetch);
  }
}

/** What the overview of the workspace counts in addition to the results, with which it is refetched. */
const countedTopics: ReadonlySet<string> = new Set(['areas', 'orders', 'drafts']);
/** The user's settings are the same in all workspaces: the sources on the map stay credited when another is opened. */
const settingsTopics: ReadonlySet<unknown> = new Set(['host', 'profiles', 'map-sources']);

function handleChange(
  topic: Extract<AppEvent, { type: 'changed' }>['topic'],
  stores: Stores,
  queryClient: QueryClient,
  loaders: Loaders,
  refetch: Refetch,
): void {
  // It counts areas, orders and drafts, too; only what is on screen is requested again.
  if (countedTopics.has(topic)) {
    void invalidateQueries(queryClient, { queryKey: queryKeys.workspaceOverview() });
  }
  switch (topic) {
    case 'results':
      refetch.counts.trigger();
      loaders.feed.trigger();
      break;
    case 'workspace':
      // Another workspace: nothing of the old one may stay on screen.
      stores.workspace.getState().reset();
      stores.results.getState().reset();
      stores.areas.getState().clearWorkspaceState();
      stores.orderList.getState().clearOrders();
      for (const loader of Object.values(loaders)) loader.trigger();
      void queryClient.resetQueries({ predicate: ({ queryKey: [topic] }) => !settingsTopics.has(topic) });
      return;
    case 'areas':
    case 'searches':
      // Up to when rules have watched depends on them.
      void invalidateQueries(queryClient, { queryKey: queryKeys.watchRules() });
      break;
    case 'bookmarks':
    case 'calibrations':
    case 'marking':
    case 'report-templates':
    case 'orders':
    case 'order-notifications':
    case 'drafts':
    case 'profiles':
    case 'map-sources':
    case 'watch':
      break;
    case 'ais':
      // Filters and columns may use what is derived from it.
      void invalidateQueries(queryClient, { queryKey: ['results'] });
      loaders.feed.trigger();
      break;
    case 'layers':
      // Filters and rules may name them.
      void invalidateQueries(queryClient, { queryKey: queryKeys.watchRules() });
      void invalidateQueries(queryClient, { queryKey: ['results'] });
      loaders.feed.trigger();
      break;
    case 'reviews':
      loaders.feed.trigger();
      void invalidateQueries(queryClient, { queryKey: ['results'] });
      break;
    case 'team':
      void invalidateQueries(queryClient, { queryKey: queryKeys.reviewer() });
      break;
    case 'chips':
      // Cached chips stay valid.
      void invalidateQueries(queryClient, { queryKey: queryKeys.chipStats() });
      return;
  }
  // Pages of a fetch come faster than some queries over all results end.
  void invalidateQueries(queryClient, { queryKey: [topic] }, { keepRunning: topic === 'results' });
}
