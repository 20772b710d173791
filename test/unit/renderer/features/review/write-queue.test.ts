import { expect, test } from 'vitest';
import { createWriteQueue } from '../../../../../renderer/features/review/write-queue.ts';

/** A write queue whose tasks end when the test ends them. */
function buildQueue() {
  const started: string[] = [];
  const counts: number[] = [];
  const ends = new Map<string, () => void>();
  const queue = createWriteQueue((count) => counts.push(count));
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name);
      ends.set(name, resolve);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, started, counts, work, end };
}

test('tasks that arrive while one runs are started together afterwards', async () => {
  const { queue, started, counts, work, end } = buildQueue();
  void queue.enqueue([1], work('a'));
  void queue.enqueue([2], work('b'));
  void queue.enqueue([3], work('c'));
  expect(started).toEqual(['a']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'c']);
  await end('c');
  await end('b');
  expect(counts.at(-1)).toBe(0);
});

test('work on the same id, and work that is alone, waits for what came before', async () => {
  const { queue, started, work, end } = buildQueue();
  void queue.enqueue([1], work('a'));
  void queue.enqueue([2, 3], work('b'));
  void queue.enqueue([3], work('c'));
  void queue.enqueueExclusive(work('undo'));
  void queue.enqueue([4], work('d'));
  await end('a');
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
  await end('c');
  expect(started.at(-1)).toBe('undo');
  await end('undo');
  expect(started.at(-1)).toBe('d');
});

test('an error is the caller’s, and holds nothing up', async () => {
  const { queue, started, work } = buildQueue();
  const failing = queue.enqueue([1], () => Promise.reject(new Error('broken')));
  void queue.enqueue([1], work('next'));
  await expect(failing).rejects.toThrow('broken');
  await new Promise((resolve) => setTimeout(resolve));
  expect(started).toEqual(['next']);
});
