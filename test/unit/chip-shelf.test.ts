import { describe, expect, test, vi } from 'vitest';
import type { ChipImage } from '../../renderer/components/chip/chip-image.ts';
import { ChipShelf } from '../../renderer/components/chip/chip-shelf.ts';
import type { FetchedChip } from '../../renderer/components/chip/fetch-chip.ts';
import { eventually } from '../builders/eventually.ts';

/** A shelf whose chips come when the test says so. */
function buildShelf({ spareBytes = 1e9, pixels = 4 } = {}) {
  const asked: number[] = [];
  const aborted: number[] = [];
  const waiting = new Map<number, (chip: FetchedChip) => void>();
  const shelf = new ChipShelf({
    spareBytes,
    decode: async () => ({ pixels: new Uint8ClampedArray(pixels) }) as unknown as ChipImage,
    fetch: (id, signal) =>
      new Promise((resolve, reject) => {
        asked.push(id);
        waiting.set(id, resolve);
        signal.addEventListener('abort', () => {
          aborted.push(id);
          reject(signal.reason);
        });
      }),
  });
  const answer = async (id: number, chip: FetchedChip = { kind: 'image', blob: new Blob() }) => {
    waiting.get(id)?.(chip);
    await eventually(() => expect(shelf.get(id)?.kind).not.toBe('loading'));
  };
  return { shelf, asked, aborted, answer };
}

describe('the shelf of chips', () => {
  test('fetches in the order of what is wanted, four at a time, each once', async () => {
    const { shelf, asked, answer } = buildShelf();
    shelf.want([5, 3, 9, 1, 7, 2]);
    expect(asked).toEqual([5, 3, 9, 1]);
    expect(shelf.get(7)).toEqual({ kind: 'loading' });
    await answer(3);
    expect(asked).toEqual([5, 3, 9, 1, 7]);
    shelf.want([3, 5, 9, 1, 7, 2]);
    expect(asked).toEqual([5, 3, 9, 1, 7]);
    expect(shelf.get(3)?.kind).toBe('image');
  });

  test('gives up what nobody wants any more, and what is wanted then comes first', async () => {
    const { shelf, asked, aborted } = buildShelf();
    shelf.want([1, 2, 3, 4, 5]);
    shelf.want([4, 8, 9]);
    expect(aborted).toEqual([1, 2, 3]);
    expect(asked).toEqual([1, 2, 3, 4, 8, 9]);
    expect(shelf.get(1)).toBeUndefined();
  });

  test('keeps what was used last, as far as there is room', async () => {
    const { shelf, answer } = buildShelf({ spareBytes: 130, pixels: 20 });
    for (const id of [1, 2, 3, 4]) {
      shelf.want([id]);
      await answer(id);
    }
    shelf.want([1]);
    shelf.want([9]);
    // Each has twice its 20 bytes; what is wanted now has room in any case.
    expect([1, 2, 3, 4].filter((id) => shelf.get(id) !== undefined)).toEqual([1, 3, 4]);
  });

  test('asks again for what is not there yet, and tells', async () => {
    const { shelf, asked, answer } = buildShelf();
    const listener = vi.fn();
    shelf.subscribe(listener);
    shelf.want([1, 2]);
    await answer(1, { kind: 'absent' });
    await answer(2);
    expect(shelf.get(1)).toEqual({ kind: 'absent' });
    listener.mockClear();
    shelf.askAgain(['offline']);
    expect(listener).not.toHaveBeenCalled();
    shelf.askAgain(['absent']);
    expect(asked).toEqual([1, 2, 1]);
    expect(shelf.get(1)).toEqual({ kind: 'loading' });
    expect(listener).toHaveBeenCalled();
  });

  test('shows a chip that cannot be read as failed', async () => {
    const shelf = new ChipShelf({
      spareBytes: 0,
      fetch: async () => ({ kind: 'image', blob: new Blob() }),
      decode: () => Promise.reject(new Error('no PNG')),
    });
    shelf.want([1]);
    await eventually(() => expect(shelf.get(1)?.kind).toBe('failed'));
    expect(shelf.get(1)).toMatchObject({ reason: expect.stringContaining('no PNG') });
  });

  test('has nothing of another workspace', async () => {
    const { shelf, answer, aborted } = buildShelf();
    shelf.want([1, 2]);
    await answer(1);
    shelf.clear();
    expect(aborted).toEqual([2]);
    expect(shelf.get(1)).toBeUndefined();
  });
});
