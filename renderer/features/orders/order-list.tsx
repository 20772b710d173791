import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { formatCount, formatTime } from '../../../shared/format.ts';
import type { OrderListItem } from '../../../shared/orders/list/order-list-filter.ts';
import { useApp } from '../../context/app-context.tsx';
import { OfflineNote } from '../../context/offline-note.tsx';
import { useOrderItems } from '../../context/use-order-items.ts';
import { useOrderList } from '../../context/use-order-list.ts';
import { useOrderListStore, useOrders, useSession } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { canReachService, openOrderForm, refreshOrders } from './order-commands.ts';
import styles from './orders.module.css';
import { OpenSubmissions } from './submission-list.tsx';
import { ClickedOrders } from './tracking/clicked-orders.tsx';
import { NotificationOffer } from './tracking/notification-offer.tsx';
import { OrderListTools } from './tracking/order-list-tools.tsx';
import { OrderNotificationsNote } from './tracking/order-notifications-note.tsx';
import { OrderRow } from './tracking/order-row.tsx';
import { useOrderNotifications } from './tracking/use-order-notifications.ts';
import { useOrderStatistics } from './tracking/use-order-statistics.ts';
import { useDrafts } from './use-drafts.ts';

/** All orders in the workspace, newest first, below failed and undecided submissions. */
export function OrderList() {
  const app = useApp();
  // `canReachService` reads the session, so a change of the session has to render this again.
  useSession((state) => state.session);
  const list = useOrderList();
  const refresh = useMutation({ mutationFn: () => refreshOrders(app) });
  const reachable = canReachService(app);

  return (
    <section aria-label="Orders">
      <PanelHeading title="Orders">
        <TextButton
          disabled={reachable !== true || refresh.isPending}
          title={reachable === true ? 'Get the list of orders from the service' : reachable}
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
  if (list.isPending) return <LoadingState label="Loading the orders…" />;
  if (list.error) {
    const failure = toFailure(list.error);
    if (failure.code === 'no-workspace') {
      return (
        <EmptyState title="No workspace is open" hint="Sign in once. Your orders are saved from then on." />
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
      <OrderNotificationsNote />
      <OpenSubmissions submissions={submissions} />
      {orders.length === 0 ? (
        <EmptyState
          title="No orders"
          hint={
            refreshedAt
              ? 'The service has no orders for this account.'
              : 'The list has not been loaded from the service yet. Refresh it.'
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
  const notifications = useOrderNotifications();
  const onMap = useOrderListStore((state) => state.onMap);
  const now = useNow(30_000);
  const row = (item: OrderListItem) => (
    <OrderRow item={item} statistics={statistics} notifications={notifications} now={now} onMap={onMap} />
  );
  return (
    <>
      <ClickedOrders items={items} row={row} />
      <OrderListTools items={items} />
      {shown.length < items.length && (
        <p className="muted">
          {formatCount(shown.length)} of {formatCount(items.length)} orders.{' '}
          <TextButton onClick={() => stores.orderList.getState().clearFilter()}>Show all</TextButton>
        </p>
      )}
      {shown.length === 0 && (
        <EmptyState title="No order matches" hint="Remove part of the search or the filter." />
      )}
      <ul className={styles.rows} aria-label="Orders of this account">
        {shown.map((item) => (
          <li key={item.stored.order.id}>{row(item)}</li>
        ))}
      </ul>
      <NotificationOffer />
    </>
  );
}

/**
 * Buttons for a new order: a blank one, the draft in the form, drafts and templates. It also shows how old the list is:
 * `refreshedAt` is UTC, null before the first request to the service.
 */
function NewOrderBar({ refreshedAt }: { readonly refreshedAt: string | null }) {
  const app = useApp();
  const isWriting = useOrders((state) => state.editing !== null);
  const show = useOrders((state) => state.show);
  const drafts = useDrafts().data ?? [];
  return (
    <div className={styles.bar}>
      <Button variant="filled" onClick={() => openOrderForm(app)}>
        New order
      </Button>
      {isWriting && <Button onClick={() => show({ kind: 'form' })}>Continue draft</Button>}
      <TextButton onClick={() => show({ kind: 'drafts' })}>
        Drafts and templates{drafts.length > 0 ? ` (${formatCount(drafts.length)})` : ''}
      </TextButton>
      {refreshedAt !== null && <span className="muted numeric">as of {formatTime(refreshedAt)}</span>}
    </div>
  );
}
