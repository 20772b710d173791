import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueueKeeper } from '../../renderer/commands/keep-queue.ts';
import type { ReviewQueue } from '../../renderer/stores/review-queue.ts';
import { succeed } from '../../shared/result.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a place is written once for moves that follow each other, and then counts as kept', async () => {
  const { keeper, calls, states } = open();
  const queue = queueOf([1, 2, 3]);
  keeper.begin(queue);
  keeper.keep({ ...queue, at: 1 });
  keeper.keep({ ...queue, at: 2 });
  expect(states.at(-1)).toBe(false);
  await vi.runAllTimersAsync();
  expect(calls).toEqual(['place 2']);
  expect(states.at(-1)).toBe(true);
});

test('places are written after a queue that was ended, or begun anew, while one waited', async () => {
  const { keeper, calls } = open();
  const first = queueOf([1, 2]);
  keeper.begin(first);
  keeper.keep({ ...first, at: 1 });
  const second = queueOf([3, 4]);
  keeper.keep(second);
  await vi.runAllTimersAsync();
  keeper.keep({ ...second, at: 1 });
  await vi.runAllTimersAsync();
  keeper.keep({ ...second, at: 0 });
  keeper.keep(null);
  const third = queueOf([5, 6]);
  keeper.keep(third);
  keeper.keep({ ...third, at: 1 });
  await vi.runAllTimersAsync();
  expect(calls).toEqual(['put 3,4', 'place 1', 'forget', 'put 5,6', 'place 1']);
});

test('the place of one workspace is not written to another', async () => {
  const { keeper, calls } = open();
  const queue = queueOf([1, 2]);
  keeper.begin(queue);
  keeper.keep({ ...queue, at: 1 });
  keeper.begin(null);
  keeper.keep(null);
  await vi.runAllTimersAsync();
  expect(calls).toEqual([]);
});

test('what waits is written at once where the page ends', async () => {
  const { keeper, calls } = open();
  const queue = queueOf([1, 2]);
  keeper.begin(queue);
  keeper.keep({ ...queue, at: 1 });
  keeper.keepNow();
  await Promise.resolve();
  expect(calls).toEqual(['place 1']);
  await vi.runAllTimersAsync();
  expect(calls).toEqual(['place 1']);
});

function open() {
  const calls: string[] = [];
  const states: boolean[] = [];
  const note = (call: string) => {
    calls.push(call);
    return Promise.resolve(succeed(null));
  };
  const keeper = createQueueKeeper({
    put: ({ ids }) => note(`put ${ids.join(',')}`),
    place: ({ at }) => note(`place ${at}`),
    forget: () => note('forget'),
    onKept: (isKept) => void states.push(isKept),
  });
  return { keeper, calls, states };
}

function queueOf(ids: readonly number[]): ReviewQueue {
  return {
    title: 'All',
    skipsJudged: true,
    startedAt: '2026-11-21T00:00:00Z',
    ids: Uint32Array.from(ids),
    standings: new Uint8Array(ids.length),
    at: 0,
    state: 'running',
    gone: 0,
  };
}
