import { describeOrderChange } from '../../../../shared/orders/list/order-changes.ts';
import type { OrderListItem } from '../../../../shared/orders/list/order-list-filter.ts';
import type { OrderNotification } from '../../../../shared/orders/list/order-notification.ts';
import { detectLongStay, type OrderStatistics } from '../../../../shared/orders/list/order-statistics.ts';
import { orderName } from '../../../../shared/orders/order-name.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { useApp } from '../../../context/app-context.tsx';
import { showOrder } from '../../../context/show-order.ts';
import { orderStateColors } from '../../../ui/order-state-color.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useColorScheme } from '../../../ui/use-color-scheme.ts';
import rowStyles from '../orders.module.css';
import { StateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import styles from './tracking.module.css';

/** An order in the list: its name and state, what was ordered and when, and whether it needs attention. */
export function OrderRow({
  item,
  statistics,
  notifications,
  now,
  onMap,
}: {
  readonly item: OrderListItem;
  readonly statistics: OrderStatistics;
  /** Notifications of all orders. */
  readonly notifications: readonly OrderNotification[];
  readonly now: number;
  readonly onMap: boolean;
}) {
  const app = useApp();
  const scheme = useColorScheme();
  const { stored: known, state, analytics } = item;
  const { order } = known;
  const created = order.statusHistory?.[0]?.when || undefined;
  const longStay = detectLongStay(order, statistics, now);
  const orderNotifications = notifications.filter(({ change }) => change.orderId === order.id);
  return (
    <button type="button" className={rowStyles.row} onClick={() => showOrder(app, order.id)}>
      <span className={rowStyles.rowName}>
        {onMap && (
          <span
            className={styles.swatch}
            style={{ background: orderStateColors(state)[scheme] }}
            aria-hidden
          />
        )}
        {orderName(order)}
        {orderNotifications.length > 0 && (
          <span
            className={styles.unseen}
            role="img"
            aria-label={texts.list.hasNotifications}
            title={orderNotifications.map(({ change }) => describeOrderChange(change).body).join('\n')}
          />
        )}
      </span>
      <StateBadge state={state ?? undefined} />
      {analytics !== null && analytics.length > 0 && (
        <span className={rowStyles.rowMore}>{analytics.map(analyticDisplayName).join(', ')}</span>
      )}
      <span className={`${rowStyles.rowMore} ${styles.rowEnd}`}>
        <span>
          {item.owner?.name ? `${item.owner.name} · ` : ''}
          {created === undefined ? texts.list.noCreationTime : <TimeText value={created} />}
        </span>
        {longStay && (
          <StatusBadge tone="warn" tip={longStay.text}>
            {texts.list.longerThanUsual}
          </StatusBadge>
        )}
      </span>
    </button>
  );
}
