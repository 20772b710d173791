import { expect, test } from 'vitest';
import { createPendingReviews } from '../../../../../renderer/features/review/pending-reviews.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { succeed } from '../../../../../shared/result.ts';
import type { SetReviewsRequest } from '../../../../../shared/review/review-change.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const nothingWritten = succeed({ batch: null, changed: 0, missing: [], reviews: [] });

/** A queue whose changes are written when the test ends them. */
function buildQueue() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string) =>
    new Promise<typeof nothingWritten>((resolve) => {
      started.push(name);
      ends.set(name, () => resolve(nothingWritten));
    });
  const procedures = {
    reviews: {
      set: { mutate: ({ ids }: SetReviewsRequest) => begin(`set ${ids.join(',')}`) },
      undo: { mutate: ({ batch }: { batch: string }) => begin(`undo ${batch}`) },
    },
  };
  const stores = createStores();
  const queue = createPendingReviews({ ...pageApi(procedures), stores });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { queue, started, begin, end, settle, count: () => stores.review.getState().pendingWrites };
}

test('changes of one detection, attachments and undos are written one after another', async () => {
  const { queue, started, begin, end, settle, count } = buildQueue();
  void queue.add([1], { verdict: 'confirmed' });
  void queue.add([1, 3], { verdict: 'rejected' });
  void queue.add([3], { flagged: true });
  void queue.revert(['a'], undefined);
  void queue.run(3, () => begin('attach'));
  void queue.add([3], { flagged: false });
  await settle();
  expect(count()).toBe(6);
  const all = ['set 1', 'set 1,3', 'set 3', 'undo a', 'attach', 'set 3'];
  for (const [index, name] of all.entries()) {
    expect(started).toEqual(all.slice(0, index + 1));
    await end(name);
  }
  expect(started).toEqual(all);
  expect(count()).toBe(0);
});

test('a change that is not sent yet is dropped, and is not written', async () => {
  const { queue, started, end } = buildQueue();
  const first = queue.add([1], { verdict: 'confirmed' });
  const second = queue.add([2], { verdict: 'confirmed' });
  await end('none');
  expect(first.drop()).toBe(false);
  expect(second.drop()).toBe(true);
  await end('set 1');
  expect(await first.batches).toEqual([]);
  expect(await second.batches).toBeNull();
  expect(started).toEqual(['set 1']);
});

test('changes of other detections that arrive while one is written are sent together afterwards', async () => {
  const { queue, started, end, count } = buildQueue();
  void queue.add([1], { verdict: 'confirmed' });
  void queue.add([2], { verdict: 'confirmed' });
  void queue.add([3], { verdict: 'confirmed' });
  expect(started).toEqual(['set 1']);
  await end('set 1');
  expect(started).toEqual(['set 1', 'set 2', 'set 3']);
  await end('set 3');
  await end('set 2');
  expect(count()).toBe(0);
});

test('a change of the same detection, and an undo, wait for what came before', async () => {
  const { queue, started, end } = buildQueue();
  void queue.add([1], { verdict: 'confirmed' });
  void queue.add([2, 3], { verdict: 'confirmed' });
  void queue.add([3], { verdict: 'rejected' });
  void queue.revert(['a'], undefined);
  void queue.add([4], { verdict: 'confirmed' });
  await end('set 1');
  expect(started).toEqual(['set 1', 'set 2,3']);
  await end('set 2,3');
  expect(started).toEqual(['set 1', 'set 2,3', 'set 3']);
  await end('set 3');
  expect(started.at(-1)).toBe('undo a');
  await end('undo a');
  expect(started.at(-1)).toBe('set 4');
});

test('an error is the caller’s, and holds nothing up', async () => {
  const { queue, started, settle } = buildQueue();
  const failing = queue.run(1, () => Promise.reject(new Error('broken')));
  void queue.add([1], { verdict: 'confirmed' });
  await expect(failing).rejects.toThrow('broken');
  await settle();
  expect(started).toEqual(['set 1']);
});
