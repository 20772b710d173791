import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startResponseTimeout } from '../../../../../electron/core/base/start-thread.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A limit of 15 s for a thread that has not started yet. */
function limited() {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const onLate = vi.fn();
  const limit = startResponseTimeout({ started }, 15_000, onLate);
  return { start, onLate, limit };
}

it('does not count the time that a thread needs to start', async () => {
  const { start, onLate } = limited();
  await vi.advanceTimersByTimeAsync(60_000);
  start();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onLate).toHaveBeenCalledOnce();
});

it('ends a thread that never starts', async () => {
  const { onLate } = limited();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(onLate).toHaveBeenCalledOnce();
});

it('starts the time again when the thread has reported progress', async () => {
  const { start, onLate, limit } = limited();
  start();
  await vi.advanceTimersByTimeAsync(10_000);
  limit.refresh();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(onLate).not.toHaveBeenCalled();
});

it.each([true, false])('ends no thread that has answered (started: %s)', async (isStarted) => {
  const { start, onLate, limit } = limited();
  if (isStarted) start();
  await vi.advanceTimersByTimeAsync(1);
  limit.clear();
  start();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(onLate).not.toHaveBeenCalled();
});
