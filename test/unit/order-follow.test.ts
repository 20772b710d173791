import { describe, expect, test } from 'vitest';
import { takeOrderPress } from '../../renderer/map/take-order-press.ts';
import type { MapPress } from '../../renderer/map/take-press.ts';
import { createOrderListStore } from '../../renderer/stores/order-list-store.ts';
import { createStores } from '../../renderer/stores/stores.ts';
import { toRegion } from '../../shared/geo/region.ts';
import { regionBounds } from '../../shared/geo/region-bounds.ts';
import type { OrderChange } from '../../shared/orders/order-changes.ts';
import { newestOrdersFirst } from '../../shared/orders/order-list-filter.ts';
import { notifyChanges } from '../../shared/orders/order-notices.ts';

describe('a press on the map', () => {
  const press = (change: Partial<MapPress>): MapPress => ({
    detections: [],
    areas: [],
    orders: [],
    footprints: [],
    position: [0, 0],
    adds: false,
    ...change,
  });

  test('shows the one order there', () => {
    const stores = createStores();
    expect(takeOrderPress(stores, press({ orders: ['a'] }))).toBe(true);
    expect(stores.ui.getState().panel).toBe('orders');
    expect(stores.orders.getState().view).toEqual({ kind: 'order', id: 'a' });
  });

  test('lists several', () => {
    const stores = createStores();
    stores.orders.getState().show({ kind: 'order', id: 'c' });
    expect(takeOrderPress(stores, press({ orders: ['a', 'b'] }))).toBe(true);
    expect(stores.orders.getState().view).toEqual({ kind: 'list' });
    expect(stores.orderList.getState().pressedIds).toEqual(['a', 'b']);
    takeOrderPress(stores, press({ orders: ['a'] }));
    expect(stores.orderList.getState().pressedIds).toEqual([]);
  });

  test('leaves the press to detections, to the edit tool, and to what is looked at', () => {
    const stores = createStores();
    expect(takeOrderPress(stores, press({}))).toBe(false);
    expect(takeOrderPress(stores, press({ orders: ['a'], detections: [1] }))).toBe(false);
    stores.results.getState().focus(1);
    expect(takeOrderPress(stores, press({ orders: ['a'] }))).toBe(false);
    stores.results.getState().focus(null);
    stores.ui.getState().setTool('edit');
    expect(takeOrderPress(stores, press({ orders: ['a'] }))).toBe(false);
    expect(stores.orders.getState().view).toEqual({ kind: 'list' });
  });

  test('of an area and an order in one place, the panel decides', () => {
    const stores = createStores();
    const both = press({ orders: ['a'], areas: ['b'] });
    stores.ui.getState().showPanel('areas');
    expect(takeOrderPress(stores, both)).toBe(false);
    stores.ui.getState().showPanel('orders');
    expect(takeOrderPress(stores, both)).toBe(true);
  });
});

describe('how the orders are listed', () => {
  function storageWith(text: string | null) {
    let kept = text;
    return {
      getItem: () => kept,
      setItem: (_key: string, value: string) => {
        kept = value;
      },
    } as unknown as Storage;
  }

  test('sort and map are kept, a filter is not', () => {
    const storage = storageWith(null);
    const store = createOrderListStore(storage);
    expect(store.getState()).toMatchObject({ sort: newestOrdersFirst, onMap: true });
    store.getState().setSort({ field: 'name', order: 'ASC' });
    store.getState().setOnMap(false);
    store.getState().setFilter({ text: 'busan' });
    expect(createOrderListStore(storage).getState()).toMatchObject({
      sort: { field: 'name', order: 'ASC' },
      onMap: false,
      filter: { text: '', states: [], analytics: [] },
    });
  });

  test('what cannot be read is nothing', () => {
    for (const text of ['', '{', '{"sort":{"field":"price","order":"ASC"},"onMap":true}']) {
      expect(createOrderListStore(storageWith(text)).getState().sort).toEqual(newestOrdersFirst);
    }
  });

  test('another workspace takes filter, pressed orders and fetches along', () => {
    const store = createOrderListStore(storageWith(null));
    store.getState().setFilter({ states: [null] });
    store.getState().setPressed(['a']);
    store.getState().linkFetch('a', 'job');
    store.getState().forgetOrders();
    expect(store.getState()).toMatchObject({ filter: { states: [] }, pressedIds: [], fetchJobs: {} });
  });
});

describe('what is told of changes', () => {
  const change = (orderId: string): OrderChange => ({
    orderId,
    descriptiveName: `Name of ${orderId}`,
    kind: 'states',
    from: 'created',
    added: [{ state: 'accepted', when: '2026-11-20T00:00:00.000Z' }],
  });

  test('few one by one, many summed up', () => {
    const three = notifyChanges({ changes: ['a', 'b', 'c'].map(change), whileClosed: false });
    expect(three.map(({ orderId }) => orderId)).toEqual(['a', 'b', 'c']);
    expect(notifyChanges({ changes: ['a', 'b', 'c', 'd'].map(change), whileClosed: false })).toEqual([
      { title: 'Orders changed', body: '4 orders now Accepted.', orderId: null },
    ]);
  });

  test('what happened while closed is summed up, but for a single change', () => {
    expect(notifyChanges({ changes: [change('a')], whileClosed: true })).toMatchObject([{ orderId: 'a' }]);
    expect(notifyChanges({ changes: ['a', 'b'].map(change), whileClosed: true })).toEqual([
      {
        title: 'Orders changed while Sightline was closed',
        body: '2 orders now Accepted.',
        orderId: null,
      },
    ]);
    expect(notifyChanges({ changes: [], whileClosed: true })).toEqual([]);
  });
});

test.each([
  [
    [
      [10, 20],
      [12, 20],
      [12, 23],
      [10, 20],
    ],
    [10, 20, 12, 23],
  ],
  [
    [
      [179, -1],
      [182, -1],
      [182, 1],
      [179, -1],
    ],
    [179, -1, -178, 1],
  ],
])('the bounds of a region', (ring, bounds) => {
  expect(regionBounds(toRegion([{ type: 'Polygon', coordinates: [ring] }]))).toEqual(bounds);
});

test('a region that holds nothing has no bounds', () => {
  expect(regionBounds(toRegion([]))).toBeNull();
});
