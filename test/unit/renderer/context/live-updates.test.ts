import { type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  areaListQuery,
  calibrationListQuery,
  workspaceCountsQuery,
} from '../../../../renderer/api/live-queries.ts';
import { startLiveUpdates } from '../../../../renderer/context/live-updates.ts';
import { followSession } from '../../../../renderer/stores/follow-stores.ts';
import { reviewStateCode } from '../../../../renderer/stores/review-queue.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import { toLoadable } from '../../../../renderer/ui/loadable.ts';
import type { Area } from '../../../../shared/areas/area.ts';
import type { AppEvent } from '../../../../shared/events/app-event.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import { blankDraft } from '../../../../shared/orders/draft/order-draft.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import type { ResultCounts } from '../../../../shared/results/detection.ts';
import { reviewFlags } from '../../../../shared/review/review-flags.ts';
import type { SessionState } from '../../../../shared/session/session-state.ts';
import { pageApi } from '../../../builders/page-api.ts';
import { signedOut } from '../../../builders/session-state.ts';

const counts: ResultCounts = {
  records: 1,
  detections: 0,
  problems: 0,
  byAnalytic: [],
  regions: [],
  served: { regions: [], analytics: [] },
  collectedFrom: null,
  collectedTo: null,
};

const job: Job = {
  id: '5b0e7f6e-35b2-4df8-9b0c-4c3f8a3f0d11',
  kind: 'fetch',
  title: 'Everything',
  state: 'running',
  startedAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  resumable: false,
  warnings: [],
};

const area: Area = {
  id: 'a',
  name: 'Harbor',
  shape: { kind: 'circle', center: [0, 0], radiusMetres: 1 },
  squareMetres: 3,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
};

type Subscriber = {
  onStarted(): void;
  onData(message: { data: AppEvent }): void;
  onError(error: Error): void;
};

/** The page's link to a main process that responds as the test states. */
function startAgainstFake() {
  const answers = {
    counts: vi.fn((): Promise<Result<ResultCounts>> => Promise.resolve(succeed(counts))),
    areas: vi.fn((): Promise<Result<readonly Area[]>> => Promise.resolve(succeed([]))),
    session: vi.fn((): Promise<SessionState> => Promise.resolve(signedOut)),
  };
  const subscribers: Subscriber[] = [];
  const { api, queries, queryClient } = pageApi({
    session: { state: { query: answers.session } },
    host: { query: () => Promise.resolve({ kind: 'browser' }) },
    jobs: { list: { query: () => Promise.resolve([]) } },
    areas: { list: { query: answers.areas } },
    chips: { calibrations: { query: () => Promise.resolve(succeed([])) } },
    results: { counts: { query: answers.counts } },
    events: {
      subscribe: (_: undefined, subscriber: Subscriber) => {
        subscribers.push(subscriber);
        return { unsubscribe: () => {} };
      },
    },
  });
  const stores = createStores();
  const report = vi.fn();
  const loadFeed = vi.fn(() =>
    Promise.resolve(succeed({ count: 0, version: 1, reviews: 0, categories: [] })),
  );
  const drawReviews = vi.fn();
  const stop = startLiveUpdates({
    api,
    queries,
    stores,
    queryClient,
    loadFeed,
    applyReviews: drawReviews,
    report,
  });
  const stateOf = <T>(key: QueryKey) =>
    queryClient.getQueryState<T | null>(key) ?? { data: undefined, error: null };
  const subscriber = () => {
    const last = subscribers.at(-1);
    if (!last) throw new Error('Nothing has subscribed.');
    return last;
  };
  return {
    answers,
    stores,
    queries,
    queryClient,
    areas: () => toLoadable(stateOf<readonly Area[]>(areaListQuery(queries).queryKey)),
    counts: () => toLoadable(stateOf<ResultCounts>(workspaceCountsQuery(queries).queryKey)),
    loadFeed,
    drawReviews,
    report,
    stop,
    subscriptions: () => subscribers.length,
    connect: () => subscriber().onStarted(),
    send: (event: AppEvent) => subscriber().onData({ data: event }),
    breakOff: () => subscriber().onError(new Error('gone')),
  };
}

let link: ReturnType<typeof startAgainstFake>;

beforeEach(() => {
  vi.useFakeTimers();
  link = startAgainstFake();
});

afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

test('a connection loads everything', async () => {
  link.connect();
  await settle();
  expect(link.stores.session.getState().hostLink).toBe('connected');
  expect(link.queryClient.getQueryData(link.queries.host.queryKey())).toEqual({ kind: 'browser' });
  expect(link.queryClient.getQueryData(calibrationListQuery(link.queries).queryKey)).toEqual([]);
  expect(link.areas()).toEqual({ state: 'ready', value: [] });
  expect(link.counts()).toEqual({ state: 'ready', value: counts });
  expect(link.stores.workspace.getState().feed).toMatchObject({ state: 'ready', value: { count: 0 } });
});

test.each(['areas', 'orders', 'drafts', 'results'] as const)(
  'changed %s are counted again in the overview of the workspace',
  async (topic) => {
    link.connect();
    await settle();
    const { queryKey } = link.queries.workspace.overview.queryOptions();
    link.queryClient.setQueryData<unknown>(queryKey, {});
    link.send({ type: 'changed', topic });
    await settle();
    expect(link.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  },
);

test('without a workspace there is nothing, and that is no failure', async () => {
  link.answers.counts.mockResolvedValue(fail('no-workspace', 'None is open.'));
  link.answers.session.mockResolvedValue({ ...signedOut, workspace: 'none' });
  link.connect();
  await settle();
  expect(link.stores.workspace.getState().feed).toEqual({ state: 'none' });
  expect(link.loadFeed).not.toHaveBeenCalled();
  expect(link.counts()).toEqual({ state: 'none' });
  expect(link.report).not.toHaveBeenCalled();
});

test('a failure is reported and the previous content stays', async () => {
  link.answers.areas.mockResolvedValue(fail('disk', 'The disk cannot be read.'));
  link.connect();
  link.send({ type: 'changed', topic: 'workspace' });
  await settle(200);
  // The panel of the areas shows it.
  expect(link.report).not.toHaveBeenCalled();
  expect(link.areas()).toEqual({
    state: 'failed',
    message: 'The disk cannot be read.',
  });
  link.answers.counts.mockRejectedValue(new Error('No answer.'));
  link.send({ type: 'changed', topic: 'results' });
  // It is requested three times.
  await settle(1200);
  expect(link.counts()).toEqual({ state: 'ready', value: counts });
  expect(link.report).toHaveBeenCalledWith(expect.objectContaining({ message: 'No answer.' }));
});

test('while a fetch runs, results are refetched at most every 1.5 s', async () => {
  link.connect();
  await settle(200);
  link.send({ type: 'job', job });
  link.answers.counts.mockClear();
  for (let page = 0; page < 28; page += 1) {
    link.send({ type: 'changed', topic: 'results' });
    await settle(100);
  }
  expect(link.answers.counts.mock.calls.length).toBe(2);
  await settle(2000);
  expect(link.answers.counts.mock.calls.length).toBe(3);
});

test('jobs are updated by their events', () => {
  link.connect();
  link.send({ type: 'job', job });
  link.send({ type: 'job', job: { ...job, state: 'complete' } });
  expect(link.stores.workspace.getState().jobs).toEqual([{ ...job, state: 'complete' }]);
  link.send({ type: 'job-removed', id: job.id });
  expect(link.stores.workspace.getState().jobs).toEqual([]);
});

test('another workspace leaves nothing of the old one on screen', async () => {
  link.connect();
  await settle(200);
  link.stores.results.getState().focus(7);
  link.queryClient.setQueryData<unknown>(link.queries.results.detail.queryKey(7), 'old');
  link.send({ type: 'changed', topic: 'workspace' });
  expect(link.counts().state).toBe('loading');
  expect(link.stores.results.getState().focusedId).toBeNull();
  expect(link.queryClient.getQueryData(link.queries.results.detail.queryKey(7))).toBeUndefined();
  await settle(200);
  expect(link.counts().state).toBe('ready');
});

test('another workspace that was opened while the connection was lost leaves nothing of the old one', async () => {
  link.answers.session.mockResolvedValue({ ...signedOut, workspacePath: '/one.gpkg' });
  const stopFollowing = followSession(link.stores, () => {});
  link.connect();
  await settle(200);
  link.stores.results.getState().setSelected([7]);
  link.stores.orders.getState().edit({ id: 'a', name: '', draft: blankDraft, notes: [] }, 'changed');
  link.queryClient.setQueryData<unknown>(link.queries.results.detail.queryKey(7), 'old');
  const reconnect = async () => {
    link.breakOff();
    await settle(500);
    link.connect();
    await settle(200);
  };
  await reconnect();
  expect(link.stores.results.getState().selectedIds.size).toBe(1);
  // A workspace that was compacted is read anew, too: the draft in the form stays.
  link.send({ type: 'changed', topic: 'workspace' });
  await settle(200);
  expect(link.stores.orders.getState().editing?.id).toBe('a');
  link.stores.results.getState().setSelected([7]);
  link.answers.session.mockResolvedValue({
    ...signedOut,
    workspacePath: '/one.gpkg',
    workspaceFileId: 'rebuilt',
  });
  await reconnect();
  expect(link.stores.results.getState().selectedIds.size).toBe(0);
  expect(link.stores.orders.getState().editing?.id).toBe('a');
  link.stores.results.getState().setSelected([7]);
  link.answers.session.mockResolvedValue({ ...signedOut, workspacePath: '/other.gpkg' });
  await reconnect();
  expect(link.stores.results.getState().selectedIds.size).toBe(0);
  expect(link.stores.orders.getState().editing).toBeNull();
  stopFollowing();
  expect(link.queryClient.getQueryData(link.queries.results.detail.queryKey(7))).toBeUndefined();
  expect(link.counts().state).toBe('ready');
});

describe.each([
  { topic: 'profiles', key: [['session', 'profiles']] },
  { topic: 'map-sources', key: [['mapSources', 'list']] },
] as const)('the list of $topic', ({ topic, key }) => {
  test('is loaded again when it changes, and after a lost connection', async () => {
    const load = vi.fn(() => Promise.resolve([]));
    const stop = new QueryObserver(link.queryClient, {
      queryKey: key,
      queryFn: load,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
    await settle(200);
    load.mockClear();
    link.send({ type: 'changed', topic });
    await settle(200);
    expect(load).toHaveBeenCalledOnce();
    link.breakOff();
    await settle(500);
    link.connect();
    await settle(200);
    expect(load).toHaveBeenCalledTimes(2);
    stop();
  });

  test('stays when another workspace is opened', async () => {
    link.connect();
    await settle(200);
    link.queryClient.setQueryData(key, ['of every workspace']);
    link.send({ type: 'changed', topic: 'workspace' });
    await settle(200);
    expect(link.queryClient.getQueryData(key)).toEqual(['of every workspace']);
  });
});

test('a grown chip cache is counted again, and no chip on screen is fetched again', async () => {
  link.connect();
  await settle(200);
  const keys = [link.queries.chips.stats.queryKey(), link.queries.chips.calibrations.queryKey()];
  for (const key of keys) link.queryClient.setQueryData<unknown>(key, 'old');
  link.send({ type: 'changed', topic: 'chips' });
  const stale = keys.map((key) => link.queryClient.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual([true, false]);
});

test('a lost connection is shown and reopened, and everything is refetched', async () => {
  link.connect();
  await settle(200);
  link.breakOff();
  expect(link.stores.session.getState().hostLink).toBe('lost');
  await settle(500);
  expect(link.subscriptions()).toBe(2);
  link.answers.areas.mockClear();
  link.connect();
  await settle();
  expect(link.stores.session.getState().hostLink).toBe('connected');
  expect(link.answers.areas).toHaveBeenCalledOnce();
});

test('a session response that was overtaken by an event is ignored', async () => {
  let response = (_: SessionState) => {};
  link.answers.session.mockReturnValue(
    new Promise((resolve) => {
      response = resolve;
    }),
  );
  link.connect();
  const signedIn: SessionState = { ...signedOut, status: 'signed-in' };
  link.send({ type: 'session', state: signedIn });
  response(signedOut);
  await settle();
  expect(link.stores.session.getState().session).toEqual(signedIn);
});

describe('a response that is older than a change', () => {
  /** Lets the test respond to each request of the areas. */
  const holdAreas = () => {
    const responses: ((areas: readonly Area[]) => void)[] = [];
    link.answers.areas.mockImplementation(
      () => new Promise((resolve) => responses.push((areas) => resolve(succeed(areas)))),
    );
    return responses;
  };

  beforeEach(async () => {
    link.connect();
    await settle(200);
  });

  test('is replaced when it was the first one of a workspace', async () => {
    const responses = holdAreas();
    link.send({ type: 'changed', topic: 'workspace' });
    link.send({ type: 'changed', topic: 'areas' });
    link.send({ type: 'changed', topic: 'areas' });
    await settle();
    responses[0]?.([]);
    await settle();
    expect(link.areas()).toEqual({ state: 'ready', value: [] });
    expect(responses).toHaveLength(2);
    responses[1]?.([area]);
    await settle();
    expect(link.areas()).toEqual({ state: 'ready', value: [area] });
  });

  test('is ignored when a newer one was requested', async () => {
    const responses = holdAreas();
    link.send({ type: 'changed', topic: 'areas' });
    link.send({ type: 'changed', topic: 'areas' });
    await settle();
    responses[1]?.([area]);
    responses[0]?.([]);
    await settle();
    expect(link.areas()).toEqual({ state: 'ready', value: [area] });
  });

  test('of another workspace is ignored', async () => {
    const responses = holdAreas();
    link.send({ type: 'changed', topic: 'areas' });
    link.send({ type: 'changed', topic: 'workspace' });
    expect(link.areas()).toEqual({ state: 'loading' });
    await settle();
    responses[0]?.([area]);
    await settle();
    expect(link.areas()).toEqual({ state: 'loading' });
    responses[1]?.([]);
    await settle();
    expect(link.areas()).toEqual({ state: 'ready', value: [] });
  });
});

test('reviews of another window are shown in the queue and on the map', () => {
  const { review } = link.stores;
  review.getState().setQueue({
    ...{ title: 'All', skipsJudged: true, startedAt: '2026-11-20T08:00:00.000Z' },
    ...{ ids: Uint32Array.of(7, 8), stateCodes: new Uint8Array(2), at: 0, missingCount: 0, state: 'running' },
  });
  link.connect();
  const flags = reviewFlags({ verdict: 'rejected', flagged: true });
  const event = { type: 'reviews', previousVersion: 1, version: 2, flags: [{ id: 8, flags }] } as const;
  link.send(event);
  const code = reviewStateCode({ verdict: 'rejected', flagged: true });
  expect([...(review.getState().queue?.stateCodes ?? [])]).toEqual([0, code]);
  expect(link.drawReviews).toHaveBeenCalledWith(event);
});
