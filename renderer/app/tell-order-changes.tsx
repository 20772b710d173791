import { notifications } from '@mantine/notifications';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { notifyChanges, type OrderNotice } from '../../shared/orders/order-notices.ts';
import { showOrder } from '../commands/order-follow-commands.ts';
import { TextButton } from '../components/text-button.tsx';
import type { App } from './app-context.tsx';

/**
 * Tells of changed orders, and shows the one whose notification was pressed. In the browser host the page raises the
 * notifications: on the desktop where the browser allows it, else on the page. Elsewhere the host does.
 */
export function takeOrderEvent(app: Pick<App, 'stores'>, event: AppEvent): void {
  if (event.type === 'show-order') showOrder(app, event.orderId);
  if (event.type !== 'order-changes' || app.stores.session.getState().hostKind === 'electron') return;
  for (const notice of notifyChanges(event)) raise(notice, () => showOrder(app, notice.orderId));
}

function raise(notice: OrderNotice, open: () => void): void {
  if ('Notification' in globalThis && Notification.permission === 'granted') raiseOnDesktop(notice, open);
  else raiseOnPage(notice, open);
}

function raiseOnDesktop({ title, body, orderId }: OrderNotice, open: () => void): void {
  const notification = new Notification(title, { body, tag: orderId ?? 'orders' });
  notification.onclick = () => {
    notification.close();
    window.focus();
    open();
  };
}

const readingTime = 12_000;

function raiseOnPage({ title, body, orderId }: OrderNotice, open: () => void): void {
  const id = notifications.show({
    title,
    message: (
      <>
        {body}{' '}
        <TextButton
          onClick={() => {
            notifications.hide(id);
            open();
          }}
        >
          {orderId === null ? 'Show the orders' : 'Show the order'}
        </TextButton>
      </>
    ),
    color: 'accent',
    autoClose: readingTime,
  });
}
