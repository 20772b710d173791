import { useMemo } from 'react';
import {
  computeOrderStatistics,
  type OrderStatistics,
} from '../../../../shared/orders/list/order-statistics.ts';
import { useOrderList } from '../../../context/use-order-list.ts';

/** How long the orders of this workspace usually stay in each state. */
export function useOrderStatistics(): OrderStatistics {
  const orders = useOrderList().data?.orders;
  return useMemo(() => computeOrderStatistics(orders?.map(({ order }) => order) ?? []), [orders]);
}
