import { describe, expect, test } from 'vitest';
import { handleOrderClick, type MapClick } from '../../../../renderer/map-sync/handle-map-click.ts';
import { createOrderListStore } from '../../../../renderer/stores/orders-store.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import { regionBounds, toRegion } from '../../../../shared/geo/region.ts';
import { toDesktopNotifications } from '../../../../shared/orders/list/desktop-notifications.ts';
import type { OrderChange } from '../../../../shared/orders/list/order-changes.ts';
import { positions } from '../../../builders/positions.ts';

describe('a press on the map', () => {
  const press = (change: Partial<MapClick>): MapClick => ({
    detections: [],
    detectionCount: 0,
    areas: [],
    orders: [],
    footprints: [],
    layerFeatures: [],
    position: [0, 0],
    isAdditive: false,
    ...change,
  });

  test('shows the one order there', () => {
    const stores = createStores();
    expect(handleOrderClick(stores, press({ orders: ['a'] }))).toBe(true);
    expect(stores.ui.getState().panel).toBe('orders');
    expect(stores.orders.getState().view).toEqual({ kind: 'order', id: 'a' });
  });

  test('lists several', () => {
    const stores = createStores();
    stores.orders.getState().show({ kind: 'order', id: 'c' });
    expect(handleOrderClick(stores, press({ orders: ['a', 'b'] }))).toBe(true);
    expect(stores.orders.getState().view).toEqual({ kind: 'list' });
    expect(stores.orderList.getState().clickedIds).toEqual(['a', 'b']);
    handleOrderClick(stores, press({ orders: ['a'] }));
    expect(stores.orderList.getState().clickedIds).toEqual([]);
  });

  test('leaves the press to detections, to the edit tool, and to what is looked at', () => {
    const stores = createStores();
    expect(handleOrderClick(stores, press({}))).toBe(false);
    expect(handleOrderClick(stores, press({ orders: ['a'], detections: [1] }))).toBe(false);
    stores.results.getState().focus(1);
    expect(handleOrderClick(stores, press({ orders: ['a'] }))).toBe(false);
    stores.results.getState().focus(null);
    stores.ui.getState().setTool('edit');
    expect(handleOrderClick(stores, press({ orders: ['a'] }))).toBe(false);
    expect(stores.orders.getState().view).toEqual({ kind: 'list' });
  });

  test('of an area and an order in one place, the panel decides', () => {
    const stores = createStores();
    const both = press({ orders: ['a'], areas: ['b'] });
    stores.ui.getState().showPanel('areas');
    expect(handleOrderClick(stores, both)).toBe(false);
    stores.ui.getState().showPanel('orders');
    expect(handleOrderClick(stores, both)).toBe(true);
  });
});

describe('how the orders are listed', () => {
  test('another workspace takes filter and pressed orders along', () => {
    const store = createOrderListStore(undefined);
    store.getState().setFilter({ states: [null] });
    store.getState().setClicked(['a']);
    store.getState().clearOrders();
    expect(store.getState()).toMatchObject({ filter: { states: [] }, clickedIds: [] });
  });
});

describe('the description of changes', () => {
  const change = (orderId: string): OrderChange => ({
    orderId,
    descriptiveName: `Name of ${orderId}`,
    kind: 'states',
    from: 'created',
    added: [{ state: 'accepted', when: '2026-11-20T00:00:00.000Z' }],
  });

  test('few one by one, many summed up', () => {
    const three = toDesktopNotifications({ changes: ['a', 'b', 'c'].map(change), whileClosed: false });
    expect(three.map(({ orderId }) => orderId)).toEqual(['a', 'b', 'c']);
    expect(toDesktopNotifications({ changes: ['a', 'b', 'c', 'd'].map(change), whileClosed: false })).toEqual(
      [{ title: 'Orders changed', body: '4 orders now Accepted.', orderId: null, needsAttention: false }],
    );
  });

  test('only changes after which nothing may be delivered need attention', () => {
    const attention = (...changes: OrderChange[]) =>
      toDesktopNotifications({ changes, whileClosed: false }).map(({ needsAttention }) => needsAttention);
    const reaching = (state: string): OrderChange =>
      ({ ...change('b'), added: [{ state, when: '' }] }) as OrderChange;
    const vanished: OrderChange = { kind: 'vanished', orderId: 'c', descriptiveName: null, state: null };
    expect(attention(reaching('closed'), reaching('cancelled'), vanished)).toEqual([false, true, true]);
    expect(attention(reaching('completed'), reaching('payment-pending'))).toEqual([false, true]);
    expect(attention(...['a', 'd', 'e'].map(change), vanished)).toEqual([true]);
  });

  test('what happened while closed is summed up, but for a single change', () => {
    expect(toDesktopNotifications({ changes: [change('a')], whileClosed: true })).toMatchObject([
      { orderId: 'a' },
    ]);
    expect(toDesktopNotifications({ changes: ['a', 'b'].map(change), whileClosed: true })).toEqual([
      {
        title: 'Orders changed while Sightline was closed',
        body: '2 orders now Accepted.',
        orderId: null,
        needsAttention: false,
      },
    ]);
    expect(toDesktopNotifications({ changes: [], whileClosed: true })).toEqual([]);
  });
});

test.each([
  [positions('10 20, 12 20, 12 23, 10 20'), [10, 20, 12, 23]],
  [positions('179 -1, 182 -1, 182 1, 179 -1'), [179, -1, -178, 1]],
])('the bounds of a region', (ring, bounds) => {
  expect(regionBounds(toRegion([{ type: 'Polygon', coordinates: [ring] }]))).toEqual(bounds);
});

test('a region that holds nothing has no bounds', () => {
  expect(regionBounds(toRegion([]))).toBeNull();
});
