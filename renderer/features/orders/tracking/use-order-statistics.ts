import { useMemo } from 'react';
import {
  computeOrderStatistics,
  type OrderStatistics,
} from '../../../../shared/orders/list/order-statistics.ts';
import { useOrderList } from '../../../context/use-order-list.ts';

/** Usual time of this workspace's orders in each state; without one that is compared with the others. */
export function useOrderStatistics(comparedId?: string): OrderStatistics {
  const orders = useOrderList().data?.orders;
  return useMemo(
    () =>
      computeOrderStatistics(orders?.flatMap(({ order }) => (order.id === comparedId ? [] : [order])) ?? []),
    [orders, comparedId],
  );
}
