import { beforeEach, expect, test } from 'vitest';
import { followInspector } from '../../../../renderer/stores/follow-stores.ts';
import { canStep, createInspectorStore } from '../../../../renderer/stores/inspector-store.ts';
import { createStores, type Stores } from '../../../../renderer/stores/stores.ts';
import { memoryStorage } from '../../../builders/memory-storage.ts';

let stores: Stores;
const inspector = () => stores.inspector.getState();
const shown = () => inspector().item;
const detection = (id: number) => ({ kind: 'detection', id }) as const;
const area = { kind: 'area', id: 'harbor' } as const;

beforeEach(() => {
  stores = createStores();
  followInspector(stores);
});

test('the last click is shown, whichever store it went to, also a second click on the same item', () => {
  stores.results.getState().focus(7);
  expect(shown()).toEqual(detection(7));
  stores.ui.getState().selectArea('harbor');
  expect(shown()).toEqual(area);
  stores.results.getState().focus(7);
  expect(shown()).toEqual(detection(7));
  stores.ui.getState().selectArea('harbor');
  expect(shown()).toEqual(area);
  stores.results.getState().focusRecord('r1');
  expect(shown()).toEqual({ kind: 'record', id: 'r1' });
  stores.passes.getState().toggleChosen('p1');
  expect(shown()).toEqual({ kind: 'pass', id: 'p1' });
  stores.orders.getState().show({ kind: 'order', id: 'o1' });
  expect(shown()).toEqual({ kind: 'order', id: 'o1' });
});

test('a click on something else removes the mark of the focused detection', () => {
  stores.results.getState().focus(7);
  stores.ui.getState().selectArea('harbor');
  expect(stores.results.getState().focusedId).toBeNull();
  expect(shown()).toEqual(area);
});

test('the trail goes back and forward, and a new item replaces what followed', () => {
  for (const id of [1, 2, 3]) stores.results.getState().focus(id);
  inspector().step(-1);
  inspector().step(-1);
  expect(shown()).toEqual(detection(1));
  expect(canStep(inspector(), -1)).toBe(false);
  inspector().step(1);
  expect(shown()).toEqual(detection(2));
  stores.ui.getState().selectArea('harbor');
  expect(canStep(inspector(), 1)).toBe(false);
  expect(inspector().trail).toEqual([detection(1), detection(2), area]);
});

test('after a click on nothing, back shows the last item again', () => {
  stores.results.getState().focus(1);
  stores.results.getState().focus(null);
  expect(shown()).toBeNull();
  inspector().step(-1);
  expect(shown()).toEqual(detection(1));
});

test('leaving one kind does not hide an item of another kind', () => {
  stores.ui.getState().selectArea('harbor');
  stores.results.getState().focus(null);
  expect(shown()).toEqual(area);
});

test('a pinned inspector holds its item, and shows the last click once unpinned', () => {
  stores.results.getState().focus(1);
  inspector().setPinned(true);
  stores.results.getState().focus(2);
  stores.ui.getState().selectArea('harbor');
  expect(shown()).toEqual(detection(1));
  expect(inspector().trail).toEqual([detection(1)]);
  inspector().setPinned(false);
  expect(shown()).toEqual(area);
  expect(inspector().trail).toEqual([detection(1), area]);
});

test('what no longer exists leaves the trail, as do duplicates that become neighbors', () => {
  stores.results.getState().focus(1);
  stores.ui.getState().selectArea('harbor');
  stores.results.getState().focus(1);
  stores.results.getState().focus(2);
  inspector().remove(area);
  expect(inspector().trail).toEqual([detection(1), detection(2)]);
  expect(shown()).toEqual(detection(2));
  inspector().step(-1);
  inspector().remove(detection(1));
  expect(shown()).toBeNull();
  expect(inspector().gone).toEqual(detection(1));
  expect(inspector().trail).toEqual([detection(2)]);
  expect(canStep(inspector(), 1)).toBe(true);
  stores.results.getState().focus(3);
  expect(inspector().gone).toBeNull();
});

test('the trail has at most 100 items, and the oldest are dropped', () => {
  for (let id = 1; id <= 130; id += 1) stores.results.getState().focus(id);
  expect(inspector().trail).toHaveLength(100);
  expect(inspector().trail[0]).toEqual(detection(31));
  expect(shown()).toEqual(detection(130));
});

test('folded sections are remembered across starts', () => {
  const storage = memoryStorage();
  createInspectorStore(storage).getState().toggleSection('Record');
  const { foldedSections, toggleSection } = createInspectorStore(storage).getState();
  expect(foldedSections).toEqual(['Record']);
  toggleSection('Record');
  expect(createInspectorStore(storage).getState().foldedSections).toEqual([]);
});
