import { expect, test } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import { showFetch } from '../../../../../renderer/features/search/show-fetch.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { succeed } from '../../../../../shared/result.ts';
import { describeFilter } from '../../../../../shared/results/describe-filter.ts';
import { fullOrderRequest } from '../../../../builders/demo-service.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';

const { notifyInfo } = spyOnNotifications();

/** An app whose map begins to load a mask as soon as the filter changes. */
function buildApp() {
  const stores = createStores();
  let zooms = 0;
  stores.results.subscribe(() => stores.ui.getState().setMapChannel('mask', { state: 'pending' }));
  const app = { stores, engine: { zoomToDetections: () => (zooms += 1) } } as unknown as App;
  const show = () => stores.ui.getState().setMapChannel('mask', { state: 'off' });
  return { app, stores, show, zooms: () => zooms };
}

test('of the fetch for an order, only what lies in its areas is shown', async () => {
  const { app, stores } = buildApp();
  const request = JSON.stringify(fullOrderRequest());
  const api = { orders: { request: { query: async () => succeed(request) } } };
  await showFetch({ ...app, api } as unknown as App, 'fetch-1', 'order-1');
  const { filter } = stores.results.getState();
  expect(filter.fetchId).toBe('fetch-1');
  expect(filter.within?.map((ring) => ring.length)).toEqual([181, 4]);
  // The notification names this filter.
  expect(describeFilter(filter)[0]?.text).toBe('inside an outline');
});

test('an area of the order that cannot be read is named, since its results are not shown', async () => {
  const { app } = buildApp();
  const order = fullOrderRequest();
  const aois = [...order.request.aois, { type: 'ellipse', axes_km: [1, 2] }];
  const request = JSON.stringify({ ...order, request: { ...order.request, aois } });
  const api = { orders: { request: { query: async () => succeed(request) } } };
  await showFetch({ ...app, api } as unknown as App, 'fetch-1', 'order-1');
  expect(notifyInfo).toHaveBeenLastCalledWith(
    expect.stringMatching(/^Showing what was fetched in the areas of the order\. .*aois/),
  );
});

test('only the fetch is shown, and the map zooms once it has the mask', () => {
  const { app, stores, show, zooms } = buildApp();
  stores.results.getState().setFilter({ minConfidence: 0.5 });
  void showFetch(app, 'fetch-1');
  expect(stores.results.getState().filter).toEqual({ fetchId: 'fetch-1' });
  expect(zooms()).toBe(0);
  show();
  expect(zooms()).toBe(1);
  show();
  expect(zooms()).toBe(1);
});

test('when something else is shown in between, the map stays', () => {
  const { app, stores, show, zooms } = buildApp();
  void showFetch(app, 'fetch-1');
  stores.results.getState().clearFilter();
  show();
  expect(zooms()).toBe(0);
});
