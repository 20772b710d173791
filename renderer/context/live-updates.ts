import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import type { AppEvent } from '../../shared/events/app-event.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { type Failure, fail, type Result } from '../../shared/result.ts';
import type { ReviewFlagsChange } from '../../shared/review/review-flags.ts';
import { type SessionState, workspaceKey } from '../../shared/session/session-state.ts';
import type { Api, Queries } from '../api/client.ts';
import { subscribeToEvents } from '../api/client.ts';
import { coalesce } from '../api/coalesce.ts';
import { invalidateQueries } from '../api/invalidate-queries.ts';
import {
  areaListQuery,
  calibrationListQuery,
  markingQuery,
  watchUnreadQuery,
  workspaceCountsQuery,
} from '../api/live-queries.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';
import { stateCodeOfFlags } from '../stores/review-queue.ts';
import type { Stores } from '../stores/stores.ts';
import { hasActiveFetch } from '../stores/workspace-store.ts';
import { toFailure } from '../ui/failure-error.ts';
import type { Loadable } from '../ui/loadable.ts';
import { changesResults, dependsOnReviews, isOutdatedBy, isSetting, type Topic } from './outdated-queries.ts';

/** Dependencies of `startLiveUpdates`. `report` shows a failure while older content stays visible. */
export type LiveUpdatesDeps = {
  readonly api: Api;
  readonly queries: Queries;
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
        void invalidateQueries(deps.queryClient, deps.queries.ais.outcomes.queryFilter());
        const { queryKey } = workspaceCountsQuery(deps.queries);
        await invalidateQueries(deps.queryClient, { queryKey });
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
function keepQueriesLoaded({ queries, queryClient, stores, report }: LiveUpdatesDeps): () => void {
  const keep = (query: { readonly queryKey: QueryKey }, hasPanel: boolean) => {
    let last: unknown = null;
    return new QueryObserver(queryClient, query).subscribe(({ data, error }) => {
      if (error === last) return;
      last = error;
      // A lost connection has its own banner.
      if (error && (data !== undefined || !hasPanel) && stores.session.getState().hostLink === 'connected')
        report(toFailure(error));
    });
  };
  const stops = [
    keep(queries.host.queryOptions(), false),
    keep(queries.team.state.queryOptions(), false),
    keep(calibrationListQuery(queries), false),
    keep(markingQuery(queries), false),
    keep(watchUnreadQuery(queries), false),
    keep(workspaceCountsQuery(queries), true),
    keep(areaListQuery(queries), true),
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
  // A lost connection has its own banner.
  const reportUnlessLost = (failure: Failure) => {
    if (session.getState().hostLink === 'connected') report(failure);
  };
  const toFeedState = (result: Result<FeedSummary>, before: Loadable<FeedSummary>): Loadable<FeedSummary> => {
    if (result.ok) return { state: 'ready', value: result.value };
    if (result.failure.code === 'no-workspace') return { state: 'none' };
    // Replaced by a newer request, which is still running.
    if (result.failure.code === 'cancelled') return before;
    // Older content is more useful than an error in its place.
    if (before.state === 'ready') {
      reportUnlessLost(result.failure);
      return before;
    }
    const { message, details } = result.failure;
    return { state: 'failed', message, details };
  };
  const createLoader = (task: () => Promise<void>, gapMs = () => idleGapMs) => coalesce(task, gapMs);
  return {
    session: createLoader(async () => {
      const before = session.getState().session;
      const state = await api.session.state.query();
      if (!state.ok) reportUnlessLost(state.failure);
      // Events arrive in order; a response that was overtaken by one is outdated.
      else if (session.getState().session === before) setSession(state.value);
    }),
    jobs: createLoader(async () => {
      const before = workspace.getState().jobs;
      const listed = await api.jobs.list.query();
      if (!listed.ok) return reportUnlessLost(listed.failure);
      const { jobs: now, setJobs } = workspace.getState();
      setJobs(mergeJobLists(before, now, listed.value));
    }),
    feed: createLoader(
      async () => {
        const feed = await loadFeedIfOpen(api, loadFeed);
        const { feed: before, setFeed } = workspace.getState();
        setFeed(toFeedState(feed, before));
      },
      () => resultsGapMs(stores),
    ),
  };
}

function resultsGapMs({ workspace }: Stores): number {
  return hasActiveFetch(workspace.getState()) ? fetchingGapMs : idleGapMs;
}

/** Checks first whether a workspace is open: a browser logs an error response of the feed as an error of the page. */
async function loadFeedIfOpen(api: Api, loadFeed: LiveUpdatesDeps['loadFeed']): Promise<Result<FeedSummary>> {
  const state = await api.session.state.query();
  if (!state.ok) return state;
  if (state.value.workspace === 'none') return fail('no-workspace', 'No workspace is open.');
  try {
    return await loadFeed();
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
      void invalidateQueries(queryClient, { predicate: isOutdatedBy('order-notifications') });
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

function handleChange(
  topic: Topic,
  stores: Stores,
  queryClient: QueryClient,
  loaders: Loaders,
  refetch: Refetch,
): void {
  if (topic === 'workspace') {
    // Another workspace: nothing of the old one may stay on screen.
    stores.workspace.getState().reset();
    stores.results.getState().reset();
    stores.areas.getState().clearWorkspaceState();
    stores.orderList.getState().clearOrders();
    for (const loader of Object.values(loaders)) loader.trigger();
    void queryClient.resetQueries({ predicate: (query) => !isSetting(query) });
    return;
  }
  if (topic === 'results') refetch.counts.trigger();
  if (changesResults(topic)) loaders.feed.trigger();
  // Pages of a fetch come faster than some queries over all results end.
  void invalidateQueries(
    queryClient,
    { predicate: isOutdatedBy(topic) },
    { keepRunning: topic === 'results' },
  );
}

/**
 * Merges a fetched job list with events that arrived during the request: `before` is the list at the time of the
 * request, `now` the list when the response arrives.
 */
export function mergeJobLists(
  before: readonly Job[],
  now: readonly Job[],
  fetched: readonly Job[],
): readonly Job[] {
  if (before === now) return fetched;
  const idsBefore = new Set(before.map(({ id }) => id));
  const known = new Map(now.map((job) => [job.id, job]));
  const fetchedIds = new Set(fetched.map(({ id }) => id));
  const started = now.filter(({ id }) => !idsBefore.has(id) && !fetchedIds.has(id));
  const current = fetched.flatMap((job) => {
    const newer = known.get(job.id);
    // A job that has disappeared in the meantime was removed from the list.
    if (!newer) return idsBefore.has(job.id) ? [] : [job];
    return newer.updatedAt > job.updatedAt ? [newer] : [job];
  });
  return [...started, ...current];
}
