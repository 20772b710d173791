import { beforeEach, describe, expect, it } from 'vitest';
import { createInspectorCommands } from '../../../../../renderer/features/inspector/inspector-commands.ts';
import { createStores, type Stores } from '../../../../../renderer/stores/stores.ts';

let stores: Stores;
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
  const found = createInspectorCommands({ stores }).find((candidate) => candidate.id === id);
  if (!found) throw new Error(`There is no command ${id}.`);
  return found;
}

function run(id: string): void {
  void command(id).run();
}
