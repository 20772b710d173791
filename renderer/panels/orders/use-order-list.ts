import { useQuery } from '@tanstack/react-query';
import { orderListQuery } from '../../api/order-list-query.ts';
import { useApp } from '../../app/app-context.tsx';

/** The orders and submissions that the workspace knows. Its error is a `FailureError`. */
export function useOrderList() {
  return useQuery(orderListQuery(useApp().api));
}
