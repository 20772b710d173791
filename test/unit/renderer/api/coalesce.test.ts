import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from '../../../../renderer/api/coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task that runs until the test ends it. */
function createTask() {
  const ends: (() => void)[] = [];
  const task = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { task, end: () => ends.shift()?.() };
}

test('pulls during a run and its gap lead to one more run', async () => {
  const { task, end } = createTask();
  const trigger = coalesce(task, () => 1000);
  trigger.trigger();
  trigger.trigger();
  trigger.trigger();
  expect(task).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(999);
  trigger.trigger();
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('a pull at rest runs at once', async () => {
  const { task, end } = createTask();
  const trigger = coalesce(task, () => 100);
  trigger.trigger();
  end();
  await vi.advanceTimersByTimeAsync(100);
  trigger.trigger();
  expect(task).toHaveBeenCalledTimes(2);
});

test('nothing runs once it is stopped', async () => {
  const { task, end } = createTask();
  const trigger = coalesce(task, () => 100);
  trigger.trigger();
  trigger.trigger();
  end();
  await vi.advanceTimersByTimeAsync(50);
  trigger.stop();
  await vi.advanceTimersByTimeAsync(1000);
  trigger.trigger();
  expect(task).toHaveBeenCalledTimes(1);
});
