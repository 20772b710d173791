import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { currentState, type KnownOrder } from '../../../shared/orders/order.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { reuseRequest } from '../../commands/order-commands.ts';
import { shortId } from '../../components/copy-value.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { OrderFields } from './order-fields.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import styles from './orders.module.css';
import { PanelBack } from './panel-back.tsx';
import { RequestView } from './request-view.tsx';
import { StateBadge } from './state-badge.tsx';
import { useOrderList } from './use-order-list.ts';

/** One order: where it stands, how it came there, its fields, and the request it was placed with. */
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

function KnownOrderBody({ known }: { readonly known: KnownOrder }) {
  const { order } = known;
  return (
    <>
      <PanelHeading title={order.descriptiveName || `Order ${shortId(order.id)}`}>
        <StateBadge state={currentState(order)} />
      </PanelHeading>
      <OrderTimeline order={order} />
      <OrderFields known={known} />
      <StoredRequest orderId={order.id} />
    </>
  );
}

function StoredRequest({ orderId }: { readonly orderId: string }) {
  const app = useApp();
  const request = useQuery({
    queryKey: queryKeys.orderRequest(orderId),
    queryFn: async ({ signal }) => unwrap(await app.api.orders.request.query(orderId, { signal })),
  });
  const again = useMutation({ mutationFn: (text: string) => reuseRequest(app, text) });
  if (request.isPending) return <LoadingState label="Reading the stored request…" />;
  if (request.error) {
    return (
      <FailureNote
        title="The stored request could not be read."
        failure={toFailure(request.error)}
        onRetry={() => void request.refetch()}
      />
    );
  }
  const text = request.data;
  return (
    <>
      <RequestView text={text} heading="Request" />
      <div className={styles.bar}>
        <Button
          loading={again.isPending}
          title="Fills the form for a new order with this request"
          onClick={() => again.mutate(text)}
        >
          Use again
        </Button>
      </div>
      {again.data && <FailureNote title="The form was not filled." failure={again.data} />}
    </>
  );
}
