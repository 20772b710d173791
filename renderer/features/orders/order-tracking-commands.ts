import type { AppEvent } from '../../../shared/events/app-event.ts';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import {
  type DesktopNotification,
  toDesktopNotifications,
} from '../../../shared/orders/list/desktop-notifications.ts';
import { needsAttention, type OrderChange } from '../../../shared/orders/list/order-changes.ts';
import type { StatusHistoryContent } from '../../../shared/orders/list/status-history-csv.ts';
import { canStillChange } from '../../../shared/orders/order.ts';
import type { Failure } from '../../../shared/result.ts';
import { type QuerySource, readHostKind } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { reportSavedFile } from '../../context/report-saved-file.ts';
import { showOrder } from '../../context/show-order.ts';
import { isMapInMainColumn } from '../../context/use-review-stage.ts';
import { showDesktopNotification } from '../../ui/desktop-notification.ts';
import { notifyEvent, notifyFailure, notifyInfo, notifyUntilClosed } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/**
 * Starts the fetch that matches the request of an order; the results form stays as it is. Once it is complete, what lies
 * in the areas of the order is shown: the service cannot search by area. Returns the failure, if any.
 */
export async function fetchOrderResults(
  { api, commands, stores: { workspace, results } }: Pick<App, 'api' | 'commands' | 'stores'>,
  orderId: string,
): Promise<Failure | null> {
  const job = await api.orderTracking.fetchResults.mutate(orderId);
  if (!job.ok) return job.failure;
  const { id: fetchId } = job.value;
  workspace.getState().addJob(job.value);
  const { filter } = results.getState();
  const stop = workspace.subscribe(({ jobs }) => {
    const now = jobs.find(({ id }) => id === fetchId);
    if (now && isActiveJob(now)) return;
    stop();
    // A filter that was chosen in the meantime stays.
    const isShown = now?.state === 'complete' && (now.fetch?.detections ?? 0) > 0;
    if (isShown && results.getState().filter === filter)
      void commands.runWith('searches.show-fetch', { fetchId, orderId });
  });
  return null;
}

/** Whether results can be fetched now, or why not. */
export function canFetchResults({ stores }: Pick<App, 'stores'>): true | string {
  const { session } = stores.session.getState();
  if (session?.status !== 'signed-in') return texts.blocked.signInFirst;
  return session.workspace === 'read-only' ? texts.blocked.notWritable : true;
}

/** Shows the detections of one record on the map and in the table, and zooms to `bounds`. */
export function showRecordOnMap(
  { stores, engine }: Pick<App, 'stores' | 'engine'>,
  recordId: string,
  bounds: BoundingBox | null,
): void {
  stores.results.getState().clearFilter();
  stores.results.getState().setFilter({ recordId });
  stores.ui.getState().setDockOpen(true);
  if (bounds) engine.camera.fitBounds(bounds);
}

/** Marks the notifications of an order, or with null of all orders, as seen. */
export async function markNotificationsSeen(
  { api }: Pick<App, 'api'>,
  orderId: string | null,
): Promise<void> {
  const marked = await api.orderTracking.markSeen.mutate(orderId);
  if (!marked.ok) notifyFailure(marked.failure, texts.notifications.notMarked);
}

/** Writes the status histories of the orders, or the times per state of each analytic, to a file. */
async function exportStatusHistory({ api }: Pick<App, 'api'>, content: StatusHistoryContent): Promise<void> {
  const written = await api.orderTracking.exportStatusHistory.mutate(content);
  reportSavedFile(written, {
    failed: texts.statusHistory.notExported,
    saved: texts.statusHistory.exported,
    downloaded: texts.statusHistory.downloaded,
  });
}

/** Whether this page can request permission for desktop notifications, or why not. */
export function canAllowNotifications(app: QuerySource): true | string {
  if (readHostKind(app) === 'electron') return texts.notifications.automatic;
  if (!('Notification' in globalThis)) return texts.notifications.unsupported;
  if (Notification.permission === 'granted') return texts.notifications.alreadyOn;
  if (Notification.permission === 'denied') {
    return texts.notifications.blocked;
  }
  return true;
}

/** Requests permission for desktop notifications. Returns whether it was granted. */
export async function allowNotifications(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** The commands about orders on the map, their notifications and their results. */
export function createOrderTrackingCommands(app: App): readonly Command[] {
  const { orders, orderList } = app.stores;
  return [
    {
      id: 'orders.toggle-map',
      title: texts.commands.toggleMap,
      group: 'Orders',
      hotkey: 'L',
      // The legend and the list of orders show it.
      isKeyShown: () => isMapInMainColumn(app.stores) || app.stores.ui.getState().panel === 'orders',
      run: () => orderList.getState().setOnMap(!orderList.getState().onMap),
    },
    {
      id: 'orders.fetch-results',
      title: texts.commands.fetchResults,
      group: 'Orders',
      enabled: () =>
        orders.getState().view.kind === 'order' ? canFetchResults(app) : texts.commands.openFirst,
      async run() {
        const { view } = orders.getState();
        const failure = view.kind === 'order' ? await fetchOrderResults(app, view.id) : null;
        if (failure) notifyFailure(failure, texts.results.notFetched);
      },
    },
    {
      id: 'orders.export-status-history',
      title: texts.commands.exportStatusHistory,
      group: 'Orders',
      run: () => exportStatusHistory(app, 'orders'),
    },
    {
      id: 'orders.export-times-by-analytic',
      title: texts.commands.exportTimesByAnalytic,
      group: 'Orders',
      run: () => exportStatusHistory(app, 'analytics'),
    },
    {
      id: 'orders.mark-seen',
      title: texts.commands.markSeen,
      group: 'Orders',
      run: () => markNotificationsSeen(app, null),
    },
    {
      id: 'orders.allow-notifications',
      title: texts.commands.allowNotifications,
      group: 'Orders',
      enabled: () => canAllowNotifications(app),
      async run() {
        notifyInfo((await allowNotifications()) ? texts.notifications.on : texts.notifications.denied);
      },
    },
  ];
}

/**
 * Shows notifications of changed orders, and opens the order whose notification was clicked. In the browser host the
 * page shows the notifications: on the desktop where the browser allows it, else on the page. Elsewhere the host does.
 */
export function handleOrderEvent(app: Pick<App, 'stores'> & QuerySource, event: AppEvent): void {
  if (event.type === 'show-order') showOrder(app, event.orderId);
  if (event.type !== 'order-changes') return;
  const { completed: step, setCompleted } = app.stores.workspace.getState();
  const completed = event.changes.find(isCompletion);
  if (completed) setCompleted({ kind: 'order-completed', orderId: completed.orderId });
  else if (step?.kind === 'order-sent' && event.changes.some((change) => endsWait(change, step.orderId))) {
    setCompleted(null);
  }
  if (readHostKind(app) === 'electron') return;
  for (const notice of toDesktopNotifications(event))
    showNotification(notice, () => showOrder(app, notice.orderId));
}

function showNotification(notice: DesktopNotification, open: () => void): void {
  const { title, body, orderId } = notice;
  if (!showDesktopNotification({ title, body, ...tagOf(orderId) }, open))
    showInPageNotification(notice, open);
}

/** Progress and success close by themselves; the panel lists them as not seen until the order is opened. */
function showInPageNotification(notice: DesktopNotification, open: () => void): void {
  const { title, body, orderId } = notice;
  const label = orderId === null ? texts.notifications.showOrders : texts.showOrder;
  const notify = notice.needsAttention ? notifyUntilClosed : notifyEvent;
  notify(title, body, { label, run: open }, tagOf(orderId));
}

/** A notification replaces the former one of its order. A summary replaces none: the former may be of other orders. */
function tagOf(orderId: DesktopNotification['orderId']): { readonly tag?: string } {
  return orderId === null ? {} : { tag: orderId };
}

/** Whether the operator is not to be waited for any more: the order has ended, or needs the user. */
function endsWait(change: OrderChange, orderId: string): boolean {
  if (change.orderId !== orderId) return false;
  const hasEnded =
    change.kind === 'states' && !canStillChange({ id: orderId, statusHistory: [...change.added] });
  return hasEnded || needsAttention(change);
}

function isCompletion(change: OrderChange): boolean {
  return change.kind === 'states' && change.added.at(-1)?.state === 'completed';
}
