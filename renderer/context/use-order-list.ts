import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  filterOrderList,
  type OrderListItem,
  toOrderListItems,
} from '../../shared/orders/list/order-list-filter.ts';
import { useApp } from './app-context.tsx';
import { useOrderListStore } from './use-stores.ts';

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
