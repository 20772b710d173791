import type { BoundingBox } from '../../shared/geo/geometry.ts';
import { orderToSearch } from '../../shared/orders/order-search.ts';
import type { Failure } from '../../shared/result.ts';
import { searchToForm } from '../../shared/results/search-form.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../app/notify.tsx';
import type { Command } from './command.ts';

/** Shows an order, or with null the list of orders. */
export function showOrder({ stores }: Pick<App, 'stores'>, orderId: string | null): void {
  stores.ui.getState().showPanel('orders');
  stores.orders.getState().show(orderId === null ? { kind: 'list' } : { kind: 'order', id: orderId });
}

/**
 * Fetches the results of an order: puts the search that fits its request into the results form and begins it. The job
 * is kept as the order's. Answers the failure, for the place that asked.
 */
export async function fetchOrderResults(
  { api, stores }: Pick<App, 'api' | 'stores'>,
  orderId: string,
): Promise<Failure | null> {
  const request = await ask(() => api.orders.request.query(orderId));
  if (!request.ok) return request.failure;
  const fitting = orderToSearch(request.value);
  if (!fitting.ok) return fitting.failure;
  const { search } = fitting.value;
  stores.search.getState().change(searchToForm(search));
  const job = await ask(() => api.results.startFetch.mutate(search));
  if (!job.ok) return job.failure;
  const { value } = job;
  // The event may have come first.
  stores.workspace.setState(({ jobs }) =>
    jobs.some(({ id }) => id === value.id) ? {} : { jobs: [value, ...jobs] },
  );
  stores.orderList.getState().linkFetch(orderId, value.id);
  return null;
}

/** Whether results can be fetched now, or why not. */
export function canFetchResults({ stores }: Pick<App, 'stores'>): true | string {
  const { session } = stores.session.getState();
  if (session?.status !== 'signed-in') return 'Sign in first.';
  return session.workspace === 'read-only' ? 'The workspace may not be written.' : true;
}

/** Shows the detections of one record on the map and in the table; `bounds` are those of the area it passed over. */
export function showPass(
  { stores, engine }: Pick<App, 'stores' | 'engine'>,
  recordId: string,
  bounds: BoundingBox | null,
): void {
  stores.results.getState().clearFilter();
  stores.results.getState().setFilter({ recordId });
  stores.ui.getState().setDockOpen(true);
  if (bounds) engine.zoomToBounds(bounds);
}

/** Takes the news of an order, or with null of all, as looked at. */
export async function markNewsSeen({ api }: Pick<App, 'api'>, orderId: string | null): Promise<void> {
  const marked = await ask(() => api.orderFollow.markSeen.mutate(orderId));
  if (!marked.ok) notifyFailure(marked.failure, 'The news were not marked as seen.');
}

/** Whether this page can still ask for leave to raise desktop notifications, or why not. */
export function canAllowNotifications({ stores }: Pick<App, 'stores'>): true | string {
  if (stores.session.getState().hostKind === 'electron')
    return 'Sightline raises desktop notifications by itself.';
  if (!('Notification' in globalThis)) return 'This browser has no notifications.';
  if (Notification.permission === 'granted') return 'Desktop notifications are allowed already.';
  if (Notification.permission === 'denied') {
    return 'This browser forbids notifications of this page. Allow them in its site settings.';
  }
  return true;
}

/** Asks the browser for leave to raise desktop notifications. Answers whether it was given. */
export async function allowNotifications(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Following orders: on the map, in notifications, and to their results. */
export function createOrderFollowCommands(app: App): readonly Command[] {
  const { orders, orderList } = app.stores;
  return [
    {
      id: 'orders.toggle-map',
      title: 'Show or hide the orders on the map',
      group: 'Orders',
      hotkey: 'L',
      run: () => orderList.getState().setOnMap(!orderList.getState().onMap),
    },
    {
      id: 'orders.fetch-results',
      title: 'Fetch the results of the order shown',
      group: 'Orders',
      enabled: () =>
        orders.getState().view.kind === 'order' ? canFetchResults(app) : 'Open an order first.',
      async run() {
        const { view } = orders.getState();
        const failure = view.kind === 'order' ? await fetchOrderResults(app, view.id) : null;
        if (failure) notifyFailure(failure, 'The results were not fetched.');
      },
    },
    {
      id: 'orders.mark-seen',
      title: 'Mark all news of orders as seen',
      group: 'Orders',
      run: () => markNewsSeen(app, null),
    },
    {
      id: 'orders.allow-notifications',
      title: 'Allow desktop notifications of orders',
      group: 'Orders',
      enabled: () => canAllowNotifications(app),
      async run() {
        notifyInfo(
          (await allowNotifications())
            ? 'Desktop notifications are on.'
            : 'The browser did not allow notifications.',
        );
      },
    },
  ];
}
