import { expect, it } from 'vitest';
import { createSharedTasks } from '../../../../../electron/core/base/shared-tasks.ts';

const never = new AbortController().signal;

it('concurrent callers share one task per key; the next call starts another', async () => {
  const share = createSharedTasks<number>();
  const { promise, resolve } = Promise.withResolvers<number>();
  let started = 0;
  const start = () => {
    started += 1;
    return promise;
  };
  const [one, other] = [share('key', start, never), share('key', start, never)];
  const third = share('another key', async () => 3, never);
  resolve(7);
  expect(await Promise.all([one, other, third])).toEqual([7, 7, 3]);
  expect(started).toBe(1);
  await share('key', start, never);
  expect(started).toBe(2);
});

it('aborts the task only when all its callers have aborted', async () => {
  const share = createSharedTasks<void>();
  let taskSignal: AbortSignal | undefined;
  const start = (signal: AbortSignal) => {
    taskSignal = signal;
    return new Promise<void>(() => {});
  };
  const callers = [new AbortController(), new AbortController()];
  const outcomes = callers.map(({ signal }) => share('key', start, signal));
  callers[0]?.abort(new Error('first'));
  await expect(outcomes[0]).rejects.toThrow('first');
  expect(taskSignal?.aborted).toBe(false);
  callers[1]?.abort(new Error('second'));
  await expect(outcomes[1]).rejects.toThrow('second');
  expect(taskSignal?.aborted).toBe(true);
});
