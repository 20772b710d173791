import { describeChange } from '../../../../shared/orders/order-changes.ts';
import type { OrderListItem } from '../../../../shared/orders/order-list-filter.ts';
import type { OrderNewsItem } from '../../../../shared/orders/order-news.ts';
import { longerThanUsual, type OrderStatistics } from '../../../../shared/orders/order-statistics.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import { useApp } from '../../../app/app-context.tsx';
import { showOrder } from '../../../commands/order-follow-commands.ts';
import { orderName } from '../../../components/order-name.ts';
import { orderStateColor } from '../../../components/order-state-color.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import rowStyles from '../orders.module.css';
import { StateBadge } from '../state-badge.tsx';
import styles from './follow.module.css';

/** One order of the list: its name and state, what was ordered and when, and whether it needs a look. */
export function OrderRow({
  item,
  statistics,
  news,
  now,
  onMap,
}: {
  readonly item: OrderListItem;
  readonly statistics: OrderStatistics;
  /** All news of orders. */
  readonly news: readonly OrderNewsItem[];
  readonly now: number;
  readonly onMap: boolean;
}) {
  const app = useApp();
  const { known, state, analytics } = item;
  const { order } = known;
  const created = order.statusHistory?.[0]?.when;
  const longStay = longerThanUsual(order, statistics, now);
  const own = news.filter(({ change }) => change.orderId === order.id);
  return (
    <button type="button" className={rowStyles.row} onClick={() => showOrder(app, order.id)}>
      <span className={rowStyles.rowName}>
        {onMap && (
          <span className={styles.swatch} style={{ background: orderStateColor(state) }} aria-hidden />
        )}
        {orderName(order)}
        {own.length > 0 && (
          <span
            className={styles.unseen}
            role="img"
            aria-label="has news"
            title={own.map(({ change }) => describeChange(change).body).join('\n')}
          />
        )}
      </span>
      <StateBadge state={state ?? undefined} />
      {analytics !== null && analytics.length > 0 && (
        <span className={rowStyles.rowMore}>{analytics.map(analyticDisplayName).join(', ')}</span>
      )}
      <span className={`${rowStyles.rowMore} ${styles.rowEnd}`}>
        {created === undefined ? 'creation time not given' : <TimeText value={created} />}
        {longStay && (
          <StatusBadge tone="warn" tip={longStay.text}>
            longer than usual
          </StatusBadge>
        )}
      </span>
    </button>
  );
}
