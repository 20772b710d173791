import { describe, expect, test, vi } from 'vitest';
import {
  type ChipSize,
  DecodedChipCache,
  type FetchedChip,
} from '../../../../../renderer/ui/chip/chip-cache.ts';
import type { ChipImage } from '../../../../../renderer/ui/chip/chip-image.ts';
import { eventually } from '../../../../builders/eventually.ts';

/** A cache whose chips arrive when the test sends them. */
function buildCache({ maxIdleBytes = 1e9, pixels = 4 } = {}) {
  const requested: number[] = [];
  const aborted: number[] = [];
  const waiting = new Map<number, (chip: FetchedChip) => void>();
  const cache = new DecodedChipCache({
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
  const request = (...seen: readonly number[]) => cache.setRequested('focus', { size: 'large', seen });
  const respond = async (
    id: number,
    chip: FetchedChip = { kind: 'image', blob: new Blob() },
    size: ChipSize = 'large',
  ) => {
    waiting.get(id)?.(chip);
    await eventually(() => expect(cache.get(id, size)?.kind).not.toBe('loading'));
  };
  return { cache, request, requested, aborted, respond };
}

describe('the chip cache', () => {
  test('fetches in the order of the request, four at a time, each once', async () => {
    const { cache, request, requested, respond } = buildCache();
    request(5, 3, 9, 1, 7, 2);
    expect(requested).toEqual([5, 3, 9, 1]);
    expect(cache.get(7, 'large')).toEqual({ kind: 'loading' });
    await respond(3);
    expect(requested).toEqual([5, 3, 9, 1, 7]);
    request(3, 5, 9, 1, 7, 2);
    expect(requested).toEqual([5, 3, 9, 1, 7]);
    expect(cache.get(3, 'large')?.kind).toBe('image');
  });

  test('aborts fetches that are no longer requested, and starts new ones first', async () => {
    const { cache, request, requested, aborted } = buildCache();
    request(1, 2, 3, 4, 5);
    request(4, 8, 9);
    expect(aborted).toEqual([1, 2, 3]);
    expect(requested).toEqual([1, 2, 3, 4, 8, 9]);
    expect(cache.get(1, 'large')).toBeUndefined();
  });

  test('retains the last used chips within the size limit', async () => {
    const { cache, request, respond } = buildCache({ maxIdleBytes: 130, pixels: 20 });
    for (const id of [1, 2, 3, 4]) {
      request(id);
      await respond(id);
    }
    request(1);
    request(9);
    // Each has twice its 20 bytes; what is wanted now has room in any case.
    expect([1, 2, 3, 4].filter((id) => cache.get(id, 'large') !== undefined)).toEqual([1, 3, 4]);
  });

  test('refetches missing chips, and notifies', async () => {
    const { cache, request, requested, respond } = buildCache();
    const listener = vi.fn();
    cache.subscribe(listener);
    request(1, 2);
    await respond(1, { kind: 'absent' });
    await respond(2);
    expect(cache.get(1, 'large')).toEqual({ kind: 'absent' });
    listener.mockClear();
    cache.retry(['offline']);
    expect(listener).not.toHaveBeenCalled();
    cache.retry(['absent']);
    expect(requested).toEqual([1, 2, 1]);
    expect(cache.get(1, 'large')).toEqual({ kind: 'loading' });
    expect(listener).toHaveBeenCalled();
  });

  test('refetches a missing chip whose response arrives after the retry, once', async () => {
    const { cache, request, requested, respond } = buildCache();
    request(1, 2);
    cache.setRequested('grid', { size: 'small', seen: [3] });
    cache.retry(['absent'], 'large');
    await respond(2, { kind: 'offline' });
    await respond(3, { kind: 'absent' }, 'small');
    expect(requested).toEqual([1, 2, 3]);
    const late = respond(1, { kind: 'absent' });
    await eventually(() => expect(requested).toEqual([1, 2, 3, 1]));
    expect(cache.get(1, 'large')).toEqual({ kind: 'loading' });
    await respond(1, { kind: 'absent' });
    await late;
    expect(requested).toEqual([1, 2, 3, 1]);
    expect(cache.get(1, 'large')).toEqual({ kind: 'absent' });
  });

  test('shows a chip that cannot be read as failed', async () => {
    const cache = new DecodedChipCache({
      maxIdleBytes: 0,
      fetch: async () => ({ kind: 'image', blob: new Blob() }),
      decode: () => Promise.reject(new Error('no PNG')),
    });
    cache.setRequested('focus', { size: 'large', seen: [1] });
    await eventually(() => expect(cache.get(1, 'large')?.kind).toBe('failed'));
    expect(cache.get(1, 'large')).toMatchObject({ reason: expect.stringContaining('no PNG') });
  });

  test('has nothing of another workspace, and refetches what is shown with the same ids', async () => {
    const { cache, request, requested, respond, aborted } = buildCache();
    request(3);
    await respond(3);
    request(1, 2);
    await respond(1);
    cache.clear();
    expect(aborted).toEqual([2]);
    expect(cache.get(3, 'large')).toBeUndefined();
    expect(cache.get(1, 'large')).toEqual({ kind: 'loading' });
    expect(requested).toEqual([3, 1, 2, 1, 2]);
    request();
    cache.clear();
    expect(cache.get(1, 'large')).toBeUndefined();
  });

  test('fetches what is seen anywhere first, then the next, then what is ahead', async () => {
    const { cache, requested, respond } = buildCache();
    const running = [11, 12, 13, 14];
    cache.setRequested('dialog', { size: 'large', seen: running });
    cache.setRequested('grid', { size: 'large', seen: [1], ahead: [2] });
    cache.setRequested('focus', { size: 'large', seen: [3], next: [4], ahead: [5] });
    expect(requested).toEqual(running);
    for (const id of [...running, 1]) await respond(id);
    expect(requested).toEqual([...running, 1, 3, 4, 2, 5]);
  });

  test('has the requests of one part of the screen next to those of others, and each chip in both sizes', async () => {
    const { cache, request, requested, aborted, respond } = buildCache();
    request(1);
    cache.setRequested('grid', { size: 'small', seen: [1] });
    expect(requested).toEqual([1, 1]);
    cache.setRequested('grid', null);
    expect(aborted).toEqual([1]);
    cache.setRequested('grid', { size: 'small', seen: [2] });
    await eventually(() => expect(requested).toEqual([1, 1, 2]));
    await respond(2, { kind: 'image', blob: new Blob() }, 'small');
    expect(cache.get(1, 'large')).toEqual({ kind: 'loading' });
    cache.retry(['absent'], 'large');
    expect(cache.get(2, 'small')?.kind).toBe('image');
  });
});
