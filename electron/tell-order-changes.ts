import { notifyChanges } from '../shared/orders/order-notices.ts';
import type { Events } from './core/events.ts';
import type { HostServices } from './host-services.ts';

/** Raises desktop notifications for changes of orders; a press on one shows the order. */
export function tellOrderChanges(events: Pick<Events, 'listen' | 'publish'>, host: HostServices): void {
  events.listen(({ event }) => {
    if (event.type !== 'order-changes') return;
    for (const { title, body, orderId } of notifyChanges(event)) {
      host.notify({ title, body }, () => events.publish({ type: 'show-order', orderId }));
    }
  });
}
