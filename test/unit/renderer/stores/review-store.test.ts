import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reviewStage } from '../../../../renderer/context/use-review-stage.ts';
import type { ReviewQueue } from '../../../../renderer/stores/review-queue.ts';
import {
  createReviewStore,
  type ReviewStore,
  reviewedId,
  spentMs,
} from '../../../../renderer/stores/review-store.ts';
import { wholeChip } from '../../../../renderer/ui/chip/chip-viewport.ts';

const queue: ReviewQueue = {
  title: 'Busan',
  skipsJudged: true,
  startedAt: '2026-11-20T00:00:00Z',
  ids: Uint32Array.of(7, 9),
  stateCodes: new Uint8Array(2),
  at: 0,
  state: 'running',
  missingCount: 0,
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

test('the time spent on a queue leaves out its pauses', () => {
  const store = createReviewStore();
  store.getState().setQueue(queue);
  vi.setSystemTime(1_060_000);
  store.getState().haltQueue('paused');
  vi.setSystemTime(9_000_000);
  store.getState().goToPosition(1);
  vi.setSystemTime(9_030_000);
  expect(spentMs(store.getState().spent, Date.now())).toBe(90_000);
  store.getState().setQueue(null);
  expect(spentMs(store.getState().spent, Date.now())).toBe(0);
});

test.each([
  ['a position', (store: ReviewStore) => store.goToPosition(1)],
  ['a note', (store: ReviewStore) => store.setNoteTyped(true)],
  ['a contrast', (store: ReviewStore) => store.changeChipDisplay({ view: wholeChip })],
])('a gap of more than two minutes before %s is no time spent on a queue', (_what, act) => {
  const store = createReviewStore();
  const actAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    act(store.getState());
    return spentMs(store.getState().spent, Date.now());
  };
  store.getState().setQueue(queue);
  expect([30_000, 120_000, 120_001, 12 * 60_000, 10_000].map(actAfter)).toEqual([
    ...[30_000, 150_000, 150_000, 150_000, 160_000],
  ]);
  vi.advanceTimersByTime(11 * 60_000);
  store.getState().haltQueue('finished');
  expect(spentMs(store.getState().spent, Date.now())).toBe(160_000);
});

test('a review takes the main column while it runs, then with its summary, but not while the map is alone', () => {
  const store = createReviewStore();
  const stage = (isMapFocused = false) => reviewStage(store.getState(), { isMapFocused });
  expect(stage()).toBeNull();
  store.getState().setQueue(queue);
  expect(stage()).toBe('detection');
  expect(stage(true)).toBeNull();
  expect(reviewedId(store.getState())).toBe(7);
  store.getState().haltQueue('paused');
  expect(stage()).toBeNull();
  expect(reviewedId(store.getState())).toBeNull();
  store.getState().goToPosition(1);
  store.getState().haltQueue('finished');
  expect(stage()).toBe('summary');
  store.getState().setSummaryOpen(false);
  expect(stage()).toBeNull();
});

test('a summary closes when none of its detections is left in the workspace', () => {
  const store = createReviewStore();
  store.getState().setQueue(queue);
  store.getState().haltQueue('finished');
  store.getState().refreshQueue(null);
  expect(reviewStage(store.getState(), { isMapFocused: false })).toBeNull();
});

test('a finished queue that is restored does not open its summary', () => {
  const store = createReviewStore();
  store.getState().refreshQueue({ ...queue, state: 'finished' });
  expect(reviewStage(store.getState(), { isMapFocused: false })).toBeNull();
});
