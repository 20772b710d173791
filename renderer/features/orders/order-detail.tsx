import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { detectLongStay } from '../../../shared/orders/list/order-statistics.ts';
import { canStillChange, currentState, type KnownOrder } from '../../../shared/orders/order.ts';
import { orderName } from '../../../shared/orders/order-name.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useInspector, useUi } from '../../context/use-stores.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BackToOrders } from './back-to-orders.tsx';
import { reuseRequest } from './draft-commands.ts';
import { OrderFields } from './order-fields.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { markNotificationsSeen } from './order-tracking-commands.ts';
import styles from './orders.module.css';
import { RequestView } from './request-view.tsx';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';
import { OrderResults } from './tracking/order-results.tsx';
import { useOrderNotifications } from './tracking/use-order-notifications.ts';
import { useOrderStatistics } from './tracking/use-order-statistics.ts';
import { useOrder } from './use-order.ts';

/** One order: its state, history, results, fields and request. */
export function OrderDetail({ orderId }: { readonly orderId: string }) {
  const { known, error, refetch } = useOrder(orderId);
  useMarkNotificationsSeen(orderId);
  return (
    <section aria-label={texts.order.title}>
      <BackToOrders />
      {known && <KnownOrderBody known={known} />}
      {!known && error && <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />}
      {!known && !error && <LoadingState label={texts.order.loading} />}
    </section>
  );
}

/** Marks the notifications of the open order as seen. */
function useMarkNotificationsSeen(orderId: string): void {
  const app = useApp();
  const hasNotifications = useOrderNotifications().some(({ change }) => change.orderId === orderId);
  useEffect(() => {
    if (hasNotifications) void markNotificationsSeen(app, orderId);
  }, [app, hasNotifications, orderId]);
}

function KnownOrderBody({ known }: { readonly known: KnownOrder }) {
  const { order } = known;
  const statistics = useOrderStatistics();
  // The inspector shows the fields next to the panel; they are not shown twice.
  const isInspectorShown = useUi((state) => isPanelShown(state, 'inspector'));
  const isInspected =
    useInspector(({ item }) => item?.kind === 'order' && item.id === order.id) && isInspectorShown;
  const longStay = detectLongStay(order, statistics, useNow(30_000));
  return (
    <>
      <PanelHeading title={orderName(order)}>
        <StateBadge state={currentState(order)} />
      </PanelHeading>
      {longStay && <Note tone="warn">{texts.order.longStay(longStay.text)}</Note>}
      <OrderTimeline order={order} statistics={statistics} />
      {canStillChange(order) ? <p className="muted">{texts.order.cancelHint}</p> : null}
      <OrderResults orderId={order.id} />
      {isInspected ? null : (
        <>
          <PanelHeading level={3} title={texts.order.title} />
          <OrderFields known={known} />
        </>
      )}
      <StoredRequest orderId={order.id} />
    </>
  );
}

/** The request that an order was placed with, as the service stored it, and a button that reuses it. */
function StoredRequest({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const request = useQuery({
    queryKey: queryKeys.orderRequest(orderId),
    queryFn: async ({ signal }) => unwrap(await app.api.orders.request.query(orderId, { signal })),
  });
  const reuse = useMutation({ mutationFn: (text: string) => reuseRequest(app, text, 'blank') });
  if (request.isPending) return <LoadingState label={texts.request.loading} />;
  if (request.error) {
    return (
      <FailureNote
        title={texts.request.notRead}
        failure={toFailure(request.error)}
        onRetry={() => void request.refetch()}
      />
    );
  }
  const text = request.data;
  return (
    <>
      <RequestView text={text} heading={texts.request.title} />
      <div className={styles.bar}>
        <Button
          loading={reuse.isPending}
          title={texts.request.orderAgainHint}
          onClick={() => reuse.mutate(text)}
        >
          {texts.request.orderAgain}
        </Button>
      </div>
      {reuse.data && <FailureNote title={texts.request.noDraft} failure={reuse.data} />}
    </>
  );
}
