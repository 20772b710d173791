import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatDuration, formatTime } from '../../../shared/format.ts';
import {
  detectLongStay,
  type OrderStatistics,
  type StateStatistic,
} from '../../../shared/orders/list/order-statistics.ts';
import { toTimeline } from '../../../shared/orders/list/order-timeline.ts';
import {
  canStillChange,
  currentState,
  type KnownOrder,
  type Order,
  type StatusEntry,
} from '../../../shared/orders/order.ts';
import { orderName } from '../../../shared/orders/order-name.ts';
import { useApp } from '../../context/app-context.tsx';
import { useInspector, useUi } from '../../context/use-stores.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BackToOrders } from './back-to-orders.tsx';
import { reuseRequest } from './draft-commands.ts';
import { OrderFields } from './order-fields.tsx';
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
      {!known && <QueryState query={{ error, refetch }} loading={texts.order.loading} />}
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
  const statistics = useOrderStatistics(order.id);
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
  const request = useQuery(app.queries.orders.request.queryOptions(orderId));
  const reuse = useMutation({ mutationFn: (text: string) => reuseRequest(app, text, 'blank') });
  if (request.isPending || request.error)
    return <QueryState query={request} title={texts.request.notRead} loading={texts.request.loading} />;
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

/** The states of an order as the service reported them: start, duration, usual duration and meaning of each. */
function OrderTimeline({
  order,
  statistics,
}: {
  readonly order: Order;
  readonly statistics: OrderStatistics;
}) {
  const now = useNow(1_000);
  const entries = toTimeline(order, now);
  if (entries.length === 0) return <p className="muted">{texts.timeline.none}</p>;
  return (
    <ol className={styles.timeline} aria-label={texts.timeline.label}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows, and may repeat an entry
        <li key={index} aria-current={entry.isCurrent ? 'step' : undefined}>
          <div className={styles.timelineHead}>
            <StateBadge state={entry.state} />
            <span className="muted numeric">
              {entry.durationMs === null
                ? ''
                : `${formatDuration(entry.durationMs)}${entry.isCurrent ? texts.timeline.soFar : ''}`}
            </span>
          </div>
          <div className={styles.timelineHead}>
            <span className="numeric">{entry.at === null ? entry.when || '–' : formatTime(entry.at)}</span>
            <UsualDuration statistic={statistics.get(entry.state)} />
          </div>
          {entry.timeProblem !== null && <div className={styles.odd}>{entry.timeProblem}</div>}
          <div className="muted">{entry.meaning}</div>
          {otherMembers(order.statusHistory?.[index]).map((member) => (
            <div key={member} title={texts.order.unknownField}>
              {member}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Members of a history entry other than state and time. */
function otherMembers(entry: StatusEntry | undefined): string[] {
  return Object.entries(entry ?? {})
    .filter(([name]) => name !== 'state' && name !== 'when')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}

function UsualDuration({ statistic }: { readonly statistic: StateStatistic | undefined }) {
  if (!statistic) return null;
  const { medianMs, lowerQuartileMs, upperQuartileMs, stays } = statistic;
  const spread = texts.timeline.spread(formatDuration(lowerQuartileMs), formatDuration(upperQuartileMs));
  return (
    <span className="muted numeric" title={texts.timeline.usualHint(stays, spread)}>
      {texts.timeline.usual(formatDuration(medianMs))}
    </span>
  );
}
