import { describe, expect, test } from 'vitest';
import {
  type ColumnLayout,
  defaultColumns,
  moveColumn,
  resizeColumn,
  toggleColumn,
} from '../../../../renderer/stores/column-layout.ts';
import { createDockStore } from '../../../../renderer/stores/dock-store.ts';
import { followSession } from '../../../../renderer/stores/follow-stores.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import type { SessionState } from '../../../../shared/session/session-state.ts';
import { memoryStorage } from '../../../builders/memory-storage.ts';

const layout: ColumnLayout = [{ field: 'id' }, { field: 'analytic' }, { field: 'property:length_m' }];
const fields = (columns: ColumnLayout) => columns.map(({ field }) => field);

test('length and heading are shown where a property states them', () => {
  const columns = defaultColumns(
    [
      { name: 'vesselClass', type: 'text', count: 9 },
      { name: 'VesselLength_m', type: 'number', count: 8 },
      { name: 'heading', type: 'number', count: 7 },
    ],
    700,
  );
  expect(fields(columns).slice(0, 4)).toEqual(['id', 'analytic', 'length', 'heading']);
  expect(fields(defaultColumns([], 700))).not.toContain('heading');
});

test('a wide table has the sensor', () => {
  expect(fields(defaultColumns([], 928))).toContain('sensor');
  expect(fields(defaultColumns([], 744))).not.toContain('sensor');
});

test('in a narrow table the heading is left out', () => {
  const properties = [{ name: 'heading', type: 'number', count: 7 }] as const;
  expect(fields(defaultColumns(properties, 700))).toContain('heading');
  expect(fields(defaultColumns(properties, 608))).not.toContain('heading');
});

test('a column comes at the end and goes, but not the last one', () => {
  expect(fields(toggleColumn(layout, 'region'))).toEqual(['id', 'analytic', 'property:length_m', 'region']);
  expect(fields(toggleColumn(layout, 'analytic'))).toEqual(['id', 'property:length_m']);
  expect(toggleColumn([{ field: 'id' }], 'id')).toEqual([{ field: 'id' }]);
});

test('a column moves to any place', () => {
  expect(fields(moveColumn(layout, 'id', 1))).toEqual(['analytic', 'id', 'property:length_m']);
  expect(fields(moveColumn(layout, 'property:length_m', -5))).toEqual([
    'property:length_m',
    'id',
    'analytic',
  ]);
  expect(fields(moveColumn(layout, 'id', 99))).toEqual(['analytic', 'property:length_m', 'id']);
  expect(moveColumn(layout, 'region', 0)).toBe(layout);
});

test('widths stay within what can be read', () => {
  expect(resizeColumn(layout, 'id', 5)[0]?.width).toBe(40);
  expect(resizeColumn(layout, 'id', 120.4)[0]?.width).toBe(120);
});

describe('the dock is remembered', () => {
  function createMemory(items: Record<string, string> = {}) {
    const stores = { ...createStores(), dock: createDockStore(memoryStorage(items)) };
    const use = (id: string) =>
      stores.session.getState().setSession({ profile: { id } } as unknown as SessionState);
    followSession(stores, () => undefined);
    return { dock: stores.dock, use };
  }

  test('for each profile by itself', () => {
    const { dock, use } = createMemory();
    use('a');
    dock.getState().setColumns(layout);
    use('b');
    expect(dock.getState()).toMatchObject({ columns: null });
    dock.getState().setColumns([{ field: 'id' }]);
    use('a');
    expect(dock.getState()).toMatchObject({ columns: layout });
  });

  test('and what is no layout counts as none', () => {
    const { dock, use } = createMemory({
      'sightline.dock.a': '{"columns":[{"field":"nonsense"}],"height":1}',
      'sightline.dock.b': 'not JSON',
    });
    use('a');
    expect(dock.getState().columns).toBeNull();
    use('b');
    expect(dock.getState().columns).toBeNull();
  });
});
