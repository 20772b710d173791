import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from '../../../../../electron/core/base/throttle.ts';
import { withTimeout } from '../../../../../electron/core/base/with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('work that settles in time gives its outcome, and leaves no timer', async () => {
  expect(await withTimeout(1000, Promise.resolve('done'), 'late')).toBe('done');
  await expect(withTimeout(1000, Promise.reject(new Error('broken')), 'late')).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('work that does not settle in time gives the substitute', async () => {
  const outcome = withTimeout(1000, new Promise<string>(() => {}), 'late');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toBe('late');
});

it('a throttled function is called at once, then at most once per interval, and once after the last request', () => {
  const act = vi.fn();
  const { schedule, flush } = throttle(1000, act);
  for (let call = 0; call < 3; call += 1) schedule();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(2);
  schedule();
  schedule();
  expect(act).toHaveBeenCalledTimes(3);
  flush();
  expect(act).toHaveBeenCalledTimes(4);
});
