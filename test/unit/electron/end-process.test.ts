import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitShutdown } from '../../../electron/end-process.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a shutdown that has ended no longer ends the process, which may go on with other work', () => {
  const lift = limitShutdown(1);
  expect(vi.getTimerCount()).toBe(1);
  lift();
  expect(vi.getTimerCount()).toBe(0);
});
