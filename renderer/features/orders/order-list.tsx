import { useMutation } from '@tanstack/react-query';
import type { OrderListItem } from '../../../shared/orders/order-list-filter.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { useOrderListing, useSession } from '../../app/use-stores.ts';
import { canReachService, refreshOrders } from '../../commands/order-commands.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatCount } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { OfflineNote } from '../../components/offline-note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { NotificationOffer } from './follow/notification-offer.tsx';
import { OrderListTools } from './follow/order-list-tools.tsx';
import { OrderNewsNote } from './follow/order-news-note.tsx';
import { OrderRow } from './follow/order-row.tsx';
import { PressedOrders } from './follow/pressed-orders.tsx';
import { useOrderItems } from './follow/use-order-items.ts';
import { useOrderNews } from './follow/use-order-news.ts';
import { useOrderStatistics } from './follow/use-order-statistics.ts';
import { NewOrderBar } from './new-order-bar.tsx';
import styles from './orders.module.css';
import { OpenSubmissions } from './submission-list.tsx';
import { useOrderList } from './use-order-list.ts';

/** All orders that the workspace knows, newest first; attempts that did not end well stand above them. */
export function OrderList() {
  const app = useApp();
  // Signing in or out changes whether the list can be refreshed.
  useSession((state) => state.session);
  const list = useOrderList();
  const refresh = useMutation({ mutationFn: () => refreshOrders(app) });
  const reachable = canReachService(app);

  return (
    <section aria-label="Orders">
      <PanelHeading title="Orders">
        <TextButton
          disabled={reachable !== true || refresh.isPending}
          title={reachable === true ? 'Ask the service for the list of orders' : reachable}
          onClick={() => refresh.mutate()}
        >
          {refresh.isPending ? 'Refreshing…' : 'Refresh'}
        </TextButton>
      </PanelHeading>
      <NewOrderBar refreshedAt={list.data?.refreshedAt ?? null} />
      <OfflineNote what="Refreshing and placing orders" />
      {refresh.data && (
        <FailureNote
          title="The orders were not refreshed."
          failure={refresh.data}
          onRetry={() => refresh.mutate()}
        />
      )}
      <ListBody list={list} />
    </section>
  );
}

function ListBody({ list }: { readonly list: ReturnType<typeof useOrderList> }) {
  if (list.isPending) return <LoadingState label="Reading the orders…" />;
  if (list.error) {
    const failure = toFailure(list.error);
    if (failure.code === 'no-workspace') {
      return (
        <EmptyState title="No workspace is open" hint="Sign in once: your orders are kept from then on." />
      );
    }
    return <FailureNote failure={failure} onRetry={() => void list.refetch()} />;
  }
  const { orders, submissions, refreshedAt, problems } = list.data;
  return (
    <>
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      <OrderNewsNote />
      <OpenSubmissions submissions={submissions} />
      {orders.length === 0 ? (
        <EmptyState
          title="No orders"
          hint={
            refreshedAt
              ? 'The service knows of no order of this account.'
              : 'The service has not been asked yet: refresh the list.'
          }
        />
      ) : (
        <PlacedOrders />
      )}
    </>
  );
}

function PlacedOrders() {
  const { stores } = useApp();
  const { items, shown } = useOrderItems();
  const statistics = useOrderStatistics();
  const news = useOrderNews();
  const onMap = useOrderListing((state) => state.onMap);
  const now = useNow(30_000);
  const row = (item: OrderListItem) => (
    <OrderRow item={item} statistics={statistics} news={news} now={now} onMap={onMap} />
  );
  return (
    <>
      <PressedOrders items={items} row={row} />
      <OrderListTools items={items} />
      {shown.length < items.length && (
        <p className="muted">
          {formatCount(shown.length)} of {formatCount(items.length)} orders.{' '}
          <TextButton onClick={() => stores.orderList.getState().clearFilter()}>Show all</TextButton>
        </p>
      )}
      {shown.length === 0 && (
        <EmptyState title="No order matches" hint="Take away a part of the search or of the filter." />
      )}
      <ul className={styles.rows} aria-label="Orders of this account">
        {shown.map((item) => (
          <li key={item.known.order.id}>{row(item)}</li>
        ))}
      </ul>
      <NotificationOffer />
    </>
  );
}
