import { toDesktopNotifications } from '../shared/orders/list/desktop-notifications.ts';
import type { Events } from './core/base/events.ts';
import type { HostServices } from './host-services.ts';

/** Shows desktop notifications for changes of orders; a click on one shows the order. */
export function notifyOrderChanges(events: Pick<Events, 'listen' | 'publish'>, host: HostServices): void {
  events.listen(({ event }) => {
    if (event.type !== 'order-changes') return;
    for (const { title, body, orderId } of toDesktopNotifications(event)) {
      host.notify({ title, body }, () => events.publish({ type: 'show-order', orderId }));
    }
  });
}

/** Shows desktop notifications of what the watch has found; a click on one shows the finding. */
export function notifyWatchEvents(
  events: Pick<Events, 'listen' | 'publish'>,
  host: Pick<HostServices, 'notify'>,
): void {
  events.listen(({ event }) => {
    if (event.type !== 'watch-notifications') return;
    for (const { title, body, eventId } of event.notifications) {
      host.notify({ title, body }, () => events.publish({ type: 'show-watch-event', eventId }));
    }
  });
}
