import { expect, it } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { createMapCommands } from '../../../../../renderer/features/map-view/map-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';

it('has keys for the tools only while the map with its tools is in the main column', () => {
  const stores = createStores();
  const { review, ui } = stores;
  const commands = createMapCommands({ stores, engine: {} as App['engine'] });
  const keysShown = () =>
    ['map.tool.polygon', 'map.type-area', 'map.legend'].map((id) =>
      commands.find((command) => command.id === id)?.isKeyShown?.(),
    );
  expect(keysShown()).toEqual([true, true, true]);
  review.getState().setQueue({
    ...{ title: 'Busan', skipsJudged: true, startedAt: '2026-11-22T08:00:00.000Z' },
    ...{ ids: Uint32Array.of(1), stateCodes: Uint8Array.of(0) },
    ...{ at: 0, state: 'running', missingCount: 0 },
  });
  expect(keysShown()).toEqual([false, false, false]);
  ui.getState().setMapFocused(true);
  expect(keysShown()).toEqual([true, true, true]);
});
