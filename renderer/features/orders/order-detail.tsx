import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentState, type KnownOrder } from '../../../shared/orders/order.ts';
import { longerThanUsual } from '../../../shared/orders/order-statistics.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { markNewsSeen } from '../../commands/order-follow-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { orderName } from '../../components/order-name.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { OrderResults } from './follow/order-results.tsx';
import { useOrderNews } from './follow/use-order-news.ts';
import { useOrderStatistics } from './follow/use-order-statistics.ts';
import { OrderFields } from './order-fields.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { PanelBack } from './panel-back.tsx';
import { StateBadge } from './state-badge.tsx';
import { StoredRequest } from './stored-request.tsx';
import { useOrderList } from './use-order-list.ts';

/** One order: where it stands, how it came there, what came of it, its fields, and the request it was placed with. */
export function OrderDetail({ orderId }: { readonly orderId: string }) {
  const { api } = useApp();
  const list = useOrderList();
  const listed = list.data?.orders.find(({ order }) => order.id === orderId);
  // One that was placed a moment ago may not be in the list yet.
  const single = useQuery({
    queryKey: queryKeys.order(orderId),
    queryFn: async ({ signal }) => unwrap(await api.orders.get.query(orderId, { signal })),
    enabled: !list.isPending && listed === undefined,
  });
  const known = listed ?? single.data;
  useMarkSeen(orderId);
  return (
    <section aria-label="Order">
      <PanelBack />
      {known && <KnownOrderBody known={known} />}
      {!known && single.error && (
        <FailureNote failure={toFailure(single.error)} onRetry={() => void single.refetch()} />
      )}
      {!known && !single.error && <LoadingState label="Reading the order…" />}
    </section>
  );
}

/** What is open has been looked at. */
function useMarkSeen(orderId: string): void {
  const app = useApp();
  const isNews = useOrderNews().some(({ change }) => change.orderId === orderId);
  useEffect(() => {
    if (isNews) void markNewsSeen(app, orderId);
  }, [app, isNews, orderId]);
}

function KnownOrderBody({ known }: { readonly known: KnownOrder }) {
  const { order } = known;
  const statistics = useOrderStatistics();
  const longStay = longerThanUsual(order, statistics, useNow(30_000));
  return (
    <>
      <PanelHeading title={orderName(order)}>
        <StateBadge state={currentState(order)} />
      </PanelHeading>
      {longStay && <Note tone="warn">Longer than usual: {longStay.text}</Note>}
      <OrderTimeline order={order} statistics={statistics} />
      <OrderResults orderId={order.id} />
      <PanelHeading level={3} title="Order" />
      <OrderFields known={known} />
      <StoredRequest orderId={order.id} />
    </>
  );
}
