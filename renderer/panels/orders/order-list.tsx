import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { currentState, type KnownOrder } from '../../../shared/orders/order.ts';
import { summarizeRequest } from '../../../shared/orders/request-summary.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useOrders, useSession } from '../../app/use-stores.ts';
import { canReachService, openOrderForm, refreshOrders } from '../../commands/order-commands.ts';
import { shortId } from '../../components/copy-value.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatUtc } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { OfflineNote } from '../../components/offline-note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { isDraftStarted } from '../../stores/orders-store.ts';
import styles from './orders.module.css';
import { StateBadge } from './state-badge.tsx';
import { OpenSubmissions } from './submission-list.tsx';
import { useOrderList } from './use-order-list.ts';

/** All orders that the workspace knows, newest first; attempts that did not end well stand above them. */
export function OrderList() {
  const app = useApp();
  const draft = useOrders((state) => state.draft);
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
      <div className={styles.bar}>
        <Button variant="filled" onClick={() => openOrderForm(app)}>
          {isDraftStarted(draft) ? 'Continue the new order' : 'New order'}
        </Button>
        {list.data?.refreshedAt && (
          <span className="muted numeric">as of {formatUtc(list.data.refreshedAt)}</span>
        )}
      </div>
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
        <ul className={styles.rows} aria-label="Orders of this account">
          {orders.map((known) => (
            <li key={known.order.id}>
              <OrderRow known={known} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function OrderRow({ known }: { readonly known: KnownOrder }) {
  const show = useOrders((state) => state.show);
  const { order, requestText } = known;
  const created = order.statusHistory?.[0]?.when;
  const analytics = requestText === undefined ? [] : (summarizeRequest(requestText)?.analytics ?? []);
  return (
    <button type="button" className={styles.row} onClick={() => show({ kind: 'order', id: order.id })}>
      <span className={styles.rowName}>{order.descriptiveName || `Order ${shortId(order.id)}`}</span>
      <StateBadge state={currentState(order)} />
      {analytics.length > 0 && (
        <span className={styles.rowMore}>{analytics.map(analyticDisplayName).join(', ')}</span>
      )}
      <span className={styles.rowMore}>
        {created === undefined ? 'creation time not given' : <TimeText value={created} />}
      </span>
    </button>
  );
}
