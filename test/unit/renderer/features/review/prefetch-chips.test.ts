import { expect, test, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { startChipPrefetch } from '../../../../../renderer/features/review/prefetch-chips.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';

test('the chip of a pinned inspector is requested beside that of the focused detection', () => {
  const stores = createStores();
  const setRequested = vi.fn();
  const stop = startChipPrefetch({
    stores,
    chipCaches: { large: { setRequested } } as unknown as App['chipCaches'],
  });
  stores.results.getState().focus(7);
  stores.inspector.getState().setPinned(true);
  stores.results.getState().focus(8);
  expect(setRequested).toHaveBeenLastCalledWith([8, 7]);
  stores.inspector.getState().setPinned(false);
  expect(setRequested).toHaveBeenLastCalledWith([8]);
  stop();
});
