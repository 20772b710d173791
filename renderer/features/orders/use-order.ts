import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../context/app-context.tsx';
import { useOrderList } from '../../context/use-order-list.ts';

/** An order of the workspace; undefined until it is loaded. */
export function useOrder(orderId: string) {
  const { queries } = useApp();
  const list = useOrderList();
  const listed = list.data?.orders.find(({ order }) => order.id === orderId);
  // One that was sent a moment ago may not be in the list yet.
  const { data, error, refetch } = useQuery(
    queries.orders.get.queryOptions(orderId, { enabled: !list.isPending && listed === undefined }),
  );
  return { known: listed ?? data, error, refetch };
}
