import { useQuery } from '@tanstack/react-query';
import type { OrderNewsItem } from '../../../../shared/orders/order-news.ts';
import { unwrap } from '../../../api/failure-error.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../app/app-context.tsx';

const none: readonly OrderNewsItem[] = [];

/** Changes of orders that the analyst has not looked at yet, oldest first. */
export function useOrderNews(): readonly OrderNewsItem[] {
  const { api } = useApp();
  const news = useQuery({
    queryKey: queryKeys.orderNews(),
    queryFn: async ({ signal }) => unwrap(await api.orderFollow.news.query(undefined, { signal })),
  });
  return news.data ?? none;
}
