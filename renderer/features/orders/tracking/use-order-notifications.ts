import { useQuery } from '@tanstack/react-query';
import type { OrderNotification } from '../../../../shared/orders/list/order-notification.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { resultQuery } from '../../../api/result-query.ts';
import { useApp } from '../../../context/app-context.tsx';

const noNotifications: readonly OrderNotification[] = [];

/** Unseen changes of orders, oldest first. */
export function useOrderNotifications(): readonly OrderNotification[] {
  const { api } = useApp();
  const notifications = useQuery(
    resultQuery(queryKeys.orderNotifications(), api.orderTracking.notifications, undefined),
  );
  return notifications.data ?? noNotifications;
}
