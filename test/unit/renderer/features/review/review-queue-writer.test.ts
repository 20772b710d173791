import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReviewQueueWriter } from '../../../../../renderer/features/review/start-review-sync.ts';
import type { ReviewQueue } from '../../../../../renderer/stores/review-queue.ts';
import { succeed } from '../../../../../shared/result.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a position is written once for consecutive moves, and then counts as saved', async () => {
  const { writer, calls, states } = open();
  const queue = queueOf([1, 2, 3]);
  writer.reset(queue);
  writer.update({ ...queue, at: 1 });
  writer.update({ ...queue, at: 2 });
  expect(states.at(-1)).toBe(false);
  await vi.runAllTimersAsync();
  expect(calls).toEqual(['place 2']);
  expect(states.at(-1)).toBe(true);
});

test('positions are written after a queue that was ended, or started anew, while one was pending', async () => {
  const { writer, calls } = open();
  const first = queueOf([1, 2]);
  writer.reset(first);
  writer.update({ ...first, at: 1 });
  const second = queueOf([3, 4]);
  writer.update(second);
  await vi.runAllTimersAsync();
  writer.update({ ...second, at: 1 });
  await vi.runAllTimersAsync();
  writer.update({ ...second, at: 0 });
  writer.update(null);
  const third = queueOf([5, 6]);
  writer.update(third);
  writer.update({ ...third, at: 1 });
  await vi.runAllTimersAsync();
  expect(calls).toEqual(['put 3,4', 'place 1', 'forget', 'put 5,6', 'place 1']);
});

test('the position of one workspace is not written to another', async () => {
  const { writer, calls } = open();
  const queue = queueOf([1, 2]);
  writer.reset(queue);
  writer.update({ ...queue, at: 1 });
  writer.reset(null);
  writer.update(null);
  await vi.runAllTimersAsync();
  expect(calls).toEqual([]);
});

test('what waits is written at once where the page ends', async () => {
  const { writer, calls } = open();
  const queue = queueOf([1, 2]);
  writer.reset(queue);
  writer.update({ ...queue, at: 1 });
  writer.flush();
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
  const writer = createReviewQueueWriter({
    workspace: () => 'file-1 /a.gpkg',
    saveQueue: ({ ids }) => note(`put ${ids.join(',')}`),
    savePosition: ({ at }) => note(`place ${at}`),
    deleteQueue: () => note('forget'),
    onSaved: (isKept) => void states.push(isKept),
  });
  return { writer, calls, states };
}

function queueOf(ids: readonly number[]): ReviewQueue {
  return {
    title: 'All',
    skipsJudged: true,
    startedAt: '2026-11-21T00:00:00Z',
    ids: Uint32Array.from(ids),
    stateCodes: new Uint8Array(ids.length),
    at: 0,
    state: 'running',
    missingCount: 0,
  };
}
