import { useQuery } from '@tanstack/react-query';
import type { OrderNotification } from '../../../../shared/orders/list/order-notification.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { unwrap } from '../../../ui/failure-error.ts';

const noNotifications: readonly OrderNotification[] = [];

/** Unseen changes of orders, oldest first. */
export function useOrderNotifications(): readonly OrderNotification[] {
  const { api } = useApp();
  const notifications = useQuery({
    queryKey: queryKeys.orderNotifications(),
    queryFn: async ({ signal }) => unwrap(await api.orderTracking.notifications.query(undefined, { signal })),
  });
  return notifications.data ?? noNotifications;
}
