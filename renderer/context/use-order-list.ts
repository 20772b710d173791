import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  filterOrderList,
  type OrderListItem,
  toOrderListItems,
} from '../../shared/orders/list/order-list-filter.ts';
import { currentState } from '../../shared/orders/order.ts';
import { useApp } from './app-context.tsx';
import { useOrderListStore, useWorkspace } from './use-stores.ts';

/** The orders and submissions in the workspace. */
export function useOrderList() {
  return useQuery(useApp().queries.orders.list.queryOptions());
}

const noOrders = { orders: [], submissions: [], accountNames: [] };

/** All orders in the workspace, and those that match the list's filter, sorted. */
export function useOrderItems(): {
  readonly items: readonly OrderListItem[];
  readonly shown: readonly OrderListItem[];
} {
  const list = useOrderList().data ?? noOrders;
  const filter = useOrderListStore((state) => state.filter);
  const sort = useOrderListStore((state) => state.sort);
  const items = useMemo(() => toOrderListItems(list), [list]);
  const shown = useMemo(() => filterOrderList(items, filter, sort), [items, filter, sort]);
  return { items, shown };
}

/**
 * Whether an order is completed and no listed fetch of its results began after that. Undefined: no order. Times are not
 * compared: the clock of this computer may differ from that of the service.
 */
export function useIsToBeFetched(orderId: string | undefined): boolean {
  const order = useOrderList().data?.orders.find((known) => known.order.id === orderId)?.order;
  const isFetched = useWorkspace(({ jobs }) =>
    jobs.some(({ fetch }) => fetch?.orderId === orderId && fetch?.isOrderCompleted === true),
  );
  return order !== undefined && currentState(order) === 'completed' && !isFetched;
}
