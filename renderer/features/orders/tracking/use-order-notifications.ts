import { useQuery } from '@tanstack/react-query';
import type { OrderNotification } from '../../../../shared/orders/list/order-notification.ts';
import { useApp } from '../../../context/app-context.tsx';

const noNotifications: readonly OrderNotification[] = [];

/** Unseen changes of orders, oldest first. */
export function useOrderNotifications(): readonly OrderNotification[] {
  const { queries } = useApp();
  const notifications = useQuery(queries.orderTracking.notifications.queryOptions());
  return notifications.data ?? noNotifications;
}
