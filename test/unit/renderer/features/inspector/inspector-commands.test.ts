import { beforeEach, describe, expect, it } from 'vitest';
import { createCommands } from '../../../../../renderer/context/commands.ts';
import { createInspectorCommands } from '../../../../../renderer/features/inspector/inspector-commands.ts';
import { createStores, type Stores } from '../../../../../renderer/stores/stores.ts';

let stores: Stores;
const commands = createCommands({ onDisabled: () => undefined, onFailed: () => undefined });
const focusedId = () => stores.results.getState().focusedId;

beforeEach(() => {
  stores = createStores();
});

describe('inspector commands', () => {
  it('steps round through the detections under the click, and keeps them listed', () => {
    stores.results.getState().focus(7, [7, 3, 9]);
    const seen = [focusedId()];
    for (let step = 0; step < 3; step += 1) {
      run('results.next-here');
      seen.push(focusedId());
    }
    expect(seen).toEqual([7, 3, 9, 7]);
    run('results.previous-here');
    expect(focusedId()).toBe(9);
    expect(stores.results.getState().hitIds).toEqual([7, 3, 9]);
  });

  it('reports why it does not step where there is only one detection', () => {
    stores.results.getState().focus(7, [7]);
    expect(command('results.next-here').enabled?.()).toMatch(/only one/);
  });

  it('has keys for the detection only while the inspector shows it', () => {
    const isKeyShown = () => command('results.toggle-selected').isKeyShown?.();
    expect(isKeyShown()).toBe(false);
    stores.results.getState().focus(7);
    expect(isKeyShown()).toBe(true);
    stores.ui.getState().setPanelOpen('inspector', false);
    expect(isKeyShown()).toBe(false);
  });

  it('goes back through the trail, and marks the items on the map again', () => {
    stores.results.getState().focus(7);
    stores.ui.getState().selectArea('harbor');
    stores.ui.getState().selectArea(null);
    stores.results.getState().focus(9);
    expect(command('inspector.forward').enabled?.()).toMatch(/after this/);
    run('inspector.back');
    expect(stores.ui.getState().selectedAreaId).toBe('harbor');
    run('inspector.back');
    expect(focusedId()).toBe(7);
    expect(command('inspector.back').enabled?.()).toMatch(/before/);
    run('inspector.forward');
    run('inspector.forward');
    expect(focusedId()).toBe(9);
  });

  it('does not step while the inspector is pinned', () => {
    stores.results.getState().focus(7);
    stores.results.getState().focus(9);
    run('inspector.pin');
    expect(command('inspector.back').enabled?.()).toMatch(/Unpin/);
    run('inspector.pin');
    expect(command('inspector.back').enabled?.()).toBe(true);
  });

  it('adds the focused detection to the selection and removes it', () => {
    expect(command('results.toggle-selected').enabled?.()).toMatch(/Select a detection/);
    stores.results.getState().focus(7);
    run('results.toggle-selected');
    expect([...stores.results.getState().selectedIds]).toEqual([7]);
    run('results.toggle-selected');
    expect(stores.results.getState().selectedIds.size).toBe(0);
  });
});

function command(id: string) {
  const found = createInspectorCommands({ stores, commands }).find((candidate) => candidate.id === id);
  if (!found) throw new Error(`There is no command ${id}.`);
  return found;
}

function run(id: string): void {
  void command(id).run();
}
