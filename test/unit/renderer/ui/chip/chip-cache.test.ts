import { describe, expect, test, vi } from 'vitest';
import { ChipCache } from '../../../../../renderer/ui/chip/chip-cache.ts';
import type { ChipImage } from '../../../../../renderer/ui/chip/chip-image.ts';
import type { FetchedChip } from '../../../../../renderer/ui/chip/fetch-chip.ts';
import { eventually } from '../../../../builders/eventually.ts';

/** A cache whose chips arrive when the test sends them. */
function buildCache({ maxIdleBytes = 1e9, pixels = 4 } = {}) {
  const requested: number[] = [];
  const aborted: number[] = [];
  const waiting = new Map<number, (chip: FetchedChip) => void>();
  const cache = new ChipCache({
    maxIdleBytes,
    decode: async () => ({ pixels: new Uint8ClampedArray(pixels) }) as unknown as ChipImage,
    fetch: (id, signal) =>
      new Promise((resolve, reject) => {
        requested.push(id);
        waiting.set(id, resolve);
        signal.addEventListener('abort', () => {
          aborted.push(id);
          reject(signal.reason);
        });
      }),
  });
  const respond = async (id: number, chip: FetchedChip = { kind: 'image', blob: new Blob() }) => {
    waiting.get(id)?.(chip);
    await eventually(() => expect(cache.get(id)?.kind).not.toBe('loading'));
  };
  return { cache, requested, aborted, respond };
}

describe('the chip cache', () => {
  test('fetches in the order of the request, four at a time, each once', async () => {
    const { cache, requested, respond } = buildCache();
    cache.setRequested([5, 3, 9, 1, 7, 2]);
    expect(requested).toEqual([5, 3, 9, 1]);
    expect(cache.get(7)).toEqual({ kind: 'loading' });
    await respond(3);
    expect(requested).toEqual([5, 3, 9, 1, 7]);
    cache.setRequested([3, 5, 9, 1, 7, 2]);
    expect(requested).toEqual([5, 3, 9, 1, 7]);
    expect(cache.get(3)?.kind).toBe('image');
  });

  test('aborts fetches that are no longer requested, and starts new ones first', async () => {
    const { cache, requested, aborted } = buildCache();
    cache.setRequested([1, 2, 3, 4, 5]);
    cache.setRequested([4, 8, 9]);
    expect(aborted).toEqual([1, 2, 3]);
    expect(requested).toEqual([1, 2, 3, 4, 8, 9]);
    expect(cache.get(1)).toBeUndefined();
  });

  test('retains the last used chips within the size limit', async () => {
    const { cache, respond } = buildCache({ maxIdleBytes: 130, pixels: 20 });
    for (const id of [1, 2, 3, 4]) {
      cache.setRequested([id]);
      await respond(id);
    }
    cache.setRequested([1]);
    cache.setRequested([9]);
    // Each has twice its 20 bytes; what is wanted now has room in any case.
    expect([1, 2, 3, 4].filter((id) => cache.get(id) !== undefined)).toEqual([1, 3, 4]);
  });

  test('refetches missing chips, and notifies', async () => {
    const { cache, requested, respond } = buildCache();
    const listener = vi.fn();
    cache.subscribe(listener);
    cache.setRequested([1, 2]);
    await respond(1, { kind: 'absent' });
    await respond(2);
    expect(cache.get(1)).toEqual({ kind: 'absent' });
    listener.mockClear();
    cache.retry(['offline']);
    expect(listener).not.toHaveBeenCalled();
    cache.retry(['absent']);
    expect(requested).toEqual([1, 2, 1]);
    expect(cache.get(1)).toEqual({ kind: 'loading' });
    expect(listener).toHaveBeenCalled();
  });

  test('shows a chip that cannot be read as failed', async () => {
    const cache = new ChipCache({
      maxIdleBytes: 0,
      fetch: async () => ({ kind: 'image', blob: new Blob() }),
      decode: () => Promise.reject(new Error('no PNG')),
    });
    cache.setRequested([1]);
    await eventually(() => expect(cache.get(1)?.kind).toBe('failed'));
    expect(cache.get(1)).toMatchObject({ reason: expect.stringContaining('no PNG') });
  });

  test('has nothing of another workspace', async () => {
    const { cache, respond, aborted } = buildCache();
    cache.setRequested([1, 2]);
    await respond(1);
    cache.clear();
    expect(aborted).toEqual([2]);
    expect(cache.get(1)).toBeUndefined();
  });
});
