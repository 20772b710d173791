import { useMemo } from 'react';
import {
  filterOrderList,
  type OrderListItem,
  toOrderListItem,
} from '../../../../shared/orders/order-list-filter.ts';
import { useOrderListing } from '../../../app/use-stores.ts';
import { useOrderList } from '../use-order-list.ts';

const none: readonly never[] = [];

/** All known orders, and those that pass the list's filter, sorted. */
export function useOrderItems(): {
  readonly items: readonly OrderListItem[];
  readonly shown: readonly OrderListItem[];
} {
  const orders = useOrderList().data?.orders ?? none;
  const filter = useOrderListing((state) => state.filter);
  const sort = useOrderListing((state) => state.sort);
  const items = useMemo(() => orders.map(toOrderListItem), [orders]);
  const shown = useMemo(() => filterOrderList(items, filter, sort), [items, filter, sort]);
  return { items, shown };
}
