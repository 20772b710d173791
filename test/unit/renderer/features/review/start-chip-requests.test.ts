import { afterEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { startChipRequests } from '../../../../../renderer/features/review/start-chip-requests.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { pageApi } from '../../../../builders/page-api.ts';

afterEach(() => vi.unstubAllGlobals());

test('the chip of a pinned inspector is requested next to that of the focused detection', () => {
  const { stores, setRequested, stop } = startPrefetch();
  stores.results.getState().focus(7);
  stores.inspector.getState().setPinned(true);
  stores.results.getState().focus(8);
  expect(setRequested).toHaveBeenLastCalledWith('focus', focusRequest([8, 7]));
  stores.inspector.getState().setPinned(false);
  expect(setRequested).toHaveBeenLastCalledWith('focus', focusRequest([8]));
  stop();
});

test('the properties of the next two detections of a running queue are read ahead, once', async () => {
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback));
  const { stores, queries, queryClient, read, stop } = startPrefetch();
  stores.review.getState().setQueue({
    title: 'All detections',
    skipsJudged: true,
    startedAt: '2026-11-20T08:00:00.000Z',
    at: 0,
    state: 'running',
    missingCount: 0,
    ids: Uint32Array.of(11, 12, 13, 14),
    stateCodes: new Uint8Array(4),
  });
  await eventually(() => expect(read).toHaveBeenCalledTimes(2));
  await eventually(() => expect(queryClient.getQueryData(queries.results.detail.queryKey(13))).toBe(null));
  stores.review.getState().goToPosition(1);
  await eventually(() => expect(queryClient.getQueryData(queries.results.detail.queryKey(14))).toBe(null));
  expect(read.mock.calls.map(([id]) => id)).toEqual([12, 13, 14]);
  stop();
});

test('absent chips are requested again when they are due, and once the host can be reached again', () => {
  const { stores, retry, handleEvent, stop } = startPrefetch();
  handleEvent({ type: 'absent-chips-due' });
  expect(retry.mock.calls).toEqual([[['absent'], 'large']]);
  stores.session.getState().setHostLink('connected');
  stores.session.getState().setHostLink('lost');
  expect(retry).toHaveBeenCalledTimes(2);
  stores.session.getState().setHostLink('connected');
  expect(retry).toHaveBeenCalledTimes(3);
  expect(retry).toHaveBeenLastCalledWith(['absent'], 'large');
  stop();
});

const focusRequest = (seen: readonly number[]) => ({ size: 'large', seen, next: [], ahead: [] });

function startPrefetch() {
  const stores = createStores();
  const setRequested = vi.fn();
  const retry = vi.fn();
  const read = vi.fn(async (_id: number) => ({ ok: true, value: null }));
  const { queries, queryClient } = pageApi({ results: { detail: { query: read } } });
  const { handleEvent, stop } = startChipRequests({
    ...{ queries, queryClient },
    stores,
    chips: { setRequested, retry } as unknown as App['chips'],
  });
  return { stores, queries, queryClient, setRequested, retry, read, handleEvent, stop };
}
