import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useReducer } from 'react';
import type { OrderListItem } from '../../../shared/orders/list/order-list-filter.ts';
import { useApp } from '../../context/app-context.tsx';
import { OfflineNote } from '../../context/offline-note.tsx';
import { useHostKind } from '../../context/use-live-queries.ts';
import { useOrderItems, useOrderList } from '../../context/use-order-list.ts';
import { useOrderListStore, useOrders, useSession } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DraftsPanel } from './drafts-panel.tsx';
import { canReachService, openOrderForm, refreshOrders } from './order-commands.ts';
import { OrderDetail } from './order-detail.tsx';
import { OrderFormView } from './order-form-view.tsx';
import { allowNotifications, canAllowNotifications } from './order-tracking-commands.ts';
import styles from './orders.module.css';
import { SubmissionDetail } from './submission-detail.tsx';
import { OpenSubmissions } from './submission-list.tsx';
import { texts } from './texts.ts';
import { OrderListTools, OrderNotificationsNote } from './tracking/order-list-tools.tsx';
import { OrderRow } from './tracking/order-row.tsx';
import trackingStyles from './tracking/tracking.module.css';
import { useOrderNotifications } from './tracking/use-order-notifications.ts';
import { useOrderStatistics } from './tracking/use-order-statistics.ts';

/** The side panel for orders: the list, an order, a submission, or the order form. */
export function OrdersPanel() {
  const view = useOrders((state) => state.view);
  switch (view.kind) {
    case 'list':
      return <OrderList />;
    case 'form':
      return <OrderFormView />;
    case 'drafts':
      return <DraftsPanel />;
    case 'order':
      return <OrderDetail key={view.id} orderId={view.id} />;
    case 'submission':
      return <SubmissionDetail key={view.id} submissionId={view.id} />;
  }
}

/** All orders in the workspace, newest first, below failed and undecided submissions. */
function OrderList() {
  const app = useApp();
  // `canReachService` reads the session, so a change of the session has to render this again.
  useSession((state) => state.session);
  const list = useOrderList();
  const refresh = useMutation({ mutationFn: () => refreshOrders(app) });
  const reachable = canReachService(app);

  return (
    <section aria-label={texts.list.title}>
      <PanelHeading title={texts.list.title}>
        <TextButton
          disabled={reachable !== true || refresh.isPending}
          title={reachable === true ? texts.list.refreshHint : reachable}
          onClick={() => refresh.mutate()}
        >
          {refresh.isPending ? texts.list.refreshing : texts.list.refresh}
        </TextButton>
      </PanelHeading>
      <NewOrderBar refreshedAt={list.data?.refreshedAt ?? null} />
      <OfflineNote what={texts.list.help} />
      {refresh.data && (
        <FailureNote
          title={texts.list.notRefreshed}
          failure={refresh.data}
          onRetry={() => refresh.mutate()}
        />
      )}
      <ListBody list={list} />
    </section>
  );
}

function ListBody({ list }: { readonly list: ReturnType<typeof useOrderList> }) {
  if (list.error && toFailure(list.error).code === 'no-workspace')
    return <EmptyState title={texts.list.noWorkspace} hint={texts.list.noWorkspaceHint} />;
  if (list.isPending || list.error) return <QueryState query={list} loading={texts.list.loading} />;
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
      {orders.length > 0 && <PlacedOrders />}
      {orders.length + problems.length === 0 && (
        <EmptyState
          title={texts.list.none}
          hint={refreshedAt ? texts.list.noneOnService : texts.list.neverLoaded}
        />
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
          {texts.list.shown(shown.length, items.length)}{' '}
          <TextButton onClick={() => stores.orderList.getState().clearFilter()}>
            {texts.list.showAll}
          </TextButton>
        </p>
      )}
      {shown.length === 0 && <EmptyState title={texts.list.noMatch} hint={texts.list.noMatchHint} />}
      <ul className={styles.rows} aria-label={texts.list.label}>
        {shown.map((item) => (
          <li key={item.stored.order.id}>{row(item)}</li>
        ))}
      </ul>
      <StatusHistoryExport />
      <NotificationOffer />
    </>
  );
}

/** Buttons that export the status history of the orders as CSV files. */
function StatusHistoryExport() {
  const { commands } = useApp();
  return (
    <div className={styles.bar}>
      <span className="muted">{texts.statusHistory.label}</span>
      <TextButton onClick={() => commands.run('orders.export-status-history')}>
        {texts.statusHistory.byOrder}
      </TextButton>
      <TextButton onClick={() => commands.run('orders.export-times-by-analytic')}>
        {texts.statusHistory.byAnalytic}
      </TextButton>
    </div>
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
  const { drafts, unreadable } = useQuery(useApp().queries.drafts.list.queryOptions()).data ?? {
    drafts: [],
    unreadable: 0,
  };
  return (
    <div className={styles.bar}>
      <Button onClick={() => void openOrderForm(app)}>{texts.list.new}</Button>
      {isWriting && <Button onClick={() => show({ kind: 'form' })}>{texts.list.continueDraft}</Button>}
      <TextButton onClick={() => show({ kind: 'drafts' })}>
        {texts.list.drafts(drafts.length + unreadable)}
      </TextButton>
      {refreshedAt !== null && <span className="muted numeric">{texts.list.asOf(refreshedAt)}</span>}
    </div>
  );
}

/** Offers desktop notifications until the browser's permission was requested. */
function NotificationOffer() {
  const app = useApp();
  useHostKind();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  if (canAllowNotifications(app) !== true) return null;
  return (
    <p className="muted">
      {texts.notifications.onThisPage}{' '}
      <TextButton onClick={() => void allowNotifications().then(rerender)}>
        {texts.notifications.allow}
      </TextButton>
    </p>
  );
}

/** The orders at the position on the map that the analyst clicked. `row` renders one of them. */
function ClickedOrders({
  items,
  row,
}: {
  readonly items: readonly OrderListItem[];
  row(item: OrderListItem): ReactNode;
}) {
  const { stores } = useApp();
  const clickedIds = useOrderListStore((state) => state.clickedIds);
  const clicked = items.filter(({ stored: known }) => clickedIds.includes(known.order.id));
  if (clicked.length === 0) return null;
  return (
    <section className={trackingStyles.clicked} aria-label={texts.clicked.label}>
      <PanelHeading level={3} title={texts.clicked.count(clicked.length)}>
        <TextButton onClick={() => stores.orderList.getState().setClicked([])}>
          {texts.clicked.close}
        </TextButton>
      </PanelHeading>
      <ul className={styles.rows}>
        {clicked.map((item) => (
          <li key={item.stored.order.id}>{row(item)}</li>
        ))}
      </ul>
    </section>
  );
}
