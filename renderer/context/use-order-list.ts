import { useQuery } from '@tanstack/react-query';
import { orderListQuery } from '../api/order-list-query.ts';
import { useApp } from './app-context.tsx';

/** The orders and submissions in the workspace. Its error is a `FailureError`. */
export function useOrderList() {
  return useQuery(orderListQuery(useApp().api));
}
