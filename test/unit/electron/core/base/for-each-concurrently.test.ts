import { expect, it } from 'vitest';
import { forEachConcurrently } from '../../../../../electron/core/base/for-each-concurrently.ts';

it('reads an item only when a task can start, and handles each once', async () => {
  let read = 0;
  let running = 0;
  let most = 0;
  const handled: number[] = [];
  function* items() {
    for (; read < 20; ) yield read++;
  }
  await forEachConcurrently(items(), 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    expect(read - handled.length).toBeLessThanOrEqual(3);
    await Promise.resolve();
    handled.push(item);
    running -= 1;
  });
  expect(most).toBe(3);
  expect(handled.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_none, at) => at),
  );
});

it('starts nothing after a failure, and rejects once the running tasks have ended', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const second = Promise.withResolvers<void>();
  const done = forEachConcurrently([0, 1, 2, 3], 2, async (item) => {
    started.push(item);
    if (item === 0) throw new Error('item 0 is broken');
    await second.promise;
    ended.push(item);
  });
  second.resolve();
  await expect(done).rejects.toThrow('item 0 is broken');
  expect(started).toEqual([0, 1]);
  expect(ended).toEqual([1]);
});
