import { type NotificationData, useNotifications } from '@mantine/notifications';
import { useUi } from '../../context/use-stores.ts';
import { areNotificationsInTray } from '../../stores/panel-layout.ts';

const none: readonly NotificationData[] = [];

/** The notifications that are in the tray: all of them in a small window, else none. */
export function useTrayMessages(): readonly NotificationData[] {
  const isInTray = useUi(({ windowSize }) => areNotificationsInTray(windowSize));
  const { notifications, queue } = useNotifications();
  return isInTray ? [...notifications, ...queue] : none;
}
