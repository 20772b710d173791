import { beforeEach, expect, it, vi } from 'vitest';
import type { Steps } from '../../../../../../../electron/core/base/steps.ts';
import {
  type BoundedCache,
  createStateCaches,
} from '../../../../../../../electron/core/workspace/read/memory/bounded-cache.ts';
import type { StoredDetections } from '../../../../../../../electron/core/workspace/read/memory/column-store.ts';

const released = vi.fn();
const compute = vi.fn(function* (): Steps<string> {
  try {
    yield;
    yield;
    return 'sorted';
  } finally {
    released();
  }
});
let cache: BoundedCache;
const request = () => cache.inSteps('sort', compute, () => 1);

beforeEach(() => {
  vi.clearAllMocks();
  cache = createStateCaches({ isInUse: () => true }, 100)({ rowsVersion: 1 } as StoredDetections);
});

it('continues a computation for another request when the one that began it is stopped', () => {
  const first = request();
  const second = request();
  first.next();
  second.next();
  first.return('');
  expect(released).not.toHaveBeenCalled();
  expect(second.next()).toEqual({ done: true, value: 'sorted' });
  expect(compute).toHaveBeenCalledTimes(1);
});

it('ends a computation when all that requested it are stopped, and begins it anew for the next', () => {
  const requests = [request(), request()];
  for (const steps of requests) steps.next();
  for (const steps of requests) steps.return('');
  expect(released).toHaveBeenCalledTimes(1);
  const later = request();
  later.next();
  later.next();
  expect(later.next()).toEqual({ done: true, value: 'sorted' });
  expect(compute).toHaveBeenCalledTimes(2);
});
