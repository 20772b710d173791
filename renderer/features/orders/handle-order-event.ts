import type { AppEvent } from '../../../shared/events/app-event.ts';
import {
  type DesktopNotification,
  toDesktopNotifications,
} from '../../../shared/orders/list/desktop-notifications.ts';
import { type QuerySource, readHostKind } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import { showOrder } from '../../context/show-order.ts';
import { showDesktopNotification } from '../../ui/desktop-notification.ts';
import { notifyEvent, notifyUntilClosed } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/**
 * Shows notifications of changed orders, and opens the order whose notification was clicked. In the browser host the
 * page shows the notifications: on the desktop where the browser allows it, else on the page. Elsewhere the host does.
 */
export function handleOrderEvent(app: Pick<App, 'stores'> & QuerySource, event: AppEvent): void {
  if (event.type === 'show-order') showOrder(app, event.orderId);
  if (event.type !== 'order-changes' || readHostKind(app) === 'electron') return;
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
