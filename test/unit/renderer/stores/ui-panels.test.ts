import { expect, test } from 'vitest';
import { followSession } from '../../../../renderer/stores/follow-stores.ts';
import { isPanelShown } from '../../../../renderer/stores/panel-layout.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import { createUiStore } from '../../../../renderer/stores/ui-store.ts';
import type { SessionState } from '../../../../shared/session/session-state.ts';
import { memoryStorage } from '../../../builders/memory-storage.ts';

function shown(ui: ReturnType<typeof createUiStore>) {
  return (['side', 'inspector', 'dock'] as const).filter((slot) => isPanelShown(ui.getState(), slot));
}

test('sizes and visibility belong to the workspace, and survive a restart', () => {
  const storage = memoryStorage();
  const start = () => {
    const stores = { ...createStores(), ui: createUiStore(storage) };
    followSession(stores, () => undefined);
    return {
      ui: stores.ui,
      open: (workspacePath: string) =>
        stores.session
          .getState()
          .setSession({ profile: { id: 'demo' }, workspacePath } as unknown as SessionState),
    };
  };
  const { ui, open } = start();
  open('/a.gpkg');
  ui.getState().setPanelSize('inspector', 400);
  ui.getState().setPanelOpen('dock', false);
  open('/b.gpkg');
  expect(ui.getState().sizes.inspector).toBeNull();
  expect(shown(ui)).toEqual(['side', 'inspector', 'dock']);
  open('/a.gpkg');
  expect(ui.getState().sizes.inspector).toBe(400);

  const later = start();
  later.open('/a.gpkg');
  expect(later.ui.getState().sizes.inspector).toBe(400);
  expect(shown(later.ui)).toEqual(['side', 'inspector']);
});

test('the focus on the map restores exactly what was there', () => {
  const ui = createUiStore(memoryStorage());
  ui.getState().setPanelOpen('inspector', false);
  ui.getState().setMapFocused(true);
  expect(shown(ui)).toEqual([]);
  ui.getState().setMapFocused(false);
  expect(shown(ui)).toEqual(['side', 'dock']);
});

test('a panel that is requested ends the focus on the map', () => {
  const ui = createUiStore(memoryStorage());
  ui.getState().setMapFocused(true);
  ui.getState().showPanel('orders');
  expect(shown(ui)).toEqual(['side', 'inspector', 'dock']);
});

test('a click on the map does not bring a hidden panel back', () => {
  const ui = createUiStore(memoryStorage());
  ui.getState().setPanelOpen('side', false);
  ui.getState().changePanel('areas');
  expect(shown(ui)).toEqual(['inspector', 'dock']);
  ui.getState().showPanel('results');
  expect(shown(ui)).toEqual(['side', 'inspector', 'dock']);
});

test('what is opened and closed in a small window leaves the large one as it was', () => {
  const ui = createUiStore(memoryStorage());
  ui.getState().setWindowSize({ width: 800, height: 500 });
  expect(shown(ui)).toEqual([]);
  ui.getState().setPanelOpen('side', true);
  ui.getState().setPanelOpen('side', false);
  ui.getState().setWindowSize({ width: 1440, height: 900 });
  expect(shown(ui)).toEqual(['side', 'inspector', 'dock']);
});

test('results are shown with nothing over the map, and with the dock where it has room', () => {
  const ui = createUiStore(memoryStorage());
  for (const windowSize of [
    { width: 800, height: 500 },
    { width: 1440, height: 900 },
  ]) {
    ui.getState().setWindowSize(windowSize);
    for (const slot of ['side', 'inspector', 'dock'] as const) ui.getState().setPanelOpen(slot, true);
    ui.getState().openDialog('settings');
    ui.getState().setJobsOpen(true);
    ui.getState().setFilterOpen(true);
    ui.getState().showResults();
    expect(ui.getState()).toMatchObject({ dialog: null, jobsOpen: false, filterOpen: false });
    expect(shown(ui)).toEqual(windowSize.width > 1180 ? ['side', 'inspector', 'dock'] : []);
  }
});
