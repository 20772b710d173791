import type { Order, StatusEntry } from '../../../shared/orders/order.ts';
import { toTimeline } from '../../../shared/orders/order-history.ts';
import type { OrderStatistics, StateStatistic } from '../../../shared/orders/order-statistics.ts';
import { useNow } from '../../app/use-now.ts';
import { formatUtc } from '../../components/format.ts';
import styles from './orders.module.css';
import { StateBadge } from './state-badge.tsx';
import { formatTimeSpent } from './time-spent.ts';

/**
 * The states an order has gone through, as the service tells them: when, for how long beside how long that usually
 * takes, and what each means.
 */
export function OrderTimeline({
  order,
  statistics,
}: {
  readonly order: Order;
  readonly statistics: OrderStatistics;
}) {
  const now = useNow(30_000);
  const entries = toTimeline(order, now);
  if (entries.length === 0) return <p className="muted">The service sent no status history.</p>;
  return (
    <ol className={styles.timeline} aria-label="Status history">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows, and may repeat an entry
        <li key={index} aria-current={entry.isCurrent ? 'step' : undefined}>
          <div className={styles.timelineHead}>
            <StateBadge state={entry.state} />
            <span className="muted numeric">
              {entry.durationMs === null
                ? ''
                : `${formatTimeSpent(entry.durationMs)}${entry.isCurrent ? ' so far' : ''}`}
            </span>
          </div>
          <div className={styles.timelineHead}>
            <span className="numeric">{entry.at === null ? entry.when || '–' : formatUtc(entry.at)}</span>
            <UsualStay statistic={statistics.get(entry.state)} />
          </div>
          {entry.timeProblem !== null && <div className={styles.odd}>{entry.timeProblem}</div>}
          <div className="muted">{entry.meaning}</div>
          {otherMembers(order.statusHistory?.[index]).map((member) => (
            <div key={member} title="A field that the ordering document does not name">
              {member}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** What the service says of a state beside its name and time. */
function otherMembers(entry: StatusEntry | undefined): string[] {
  return Object.entries(entry ?? {})
    .filter(([name]) => name !== 'state' && name !== 'when')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}

function UsualStay({ statistic }: { readonly statistic: StateStatistic | undefined }) {
  if (!statistic) return null;
  const { medianMs, lowerQuartileMs, upperQuartileMs, stays } = statistic;
  const spread = `${formatTimeSpent(lowerQuartileMs)} to ${formatTimeSpent(upperQuartileMs)}`;
  return (
    <span
      className="muted numeric"
      title={`Median of ${stays} stays of your orders in this state; half of them took ${spread}.`}
    >
      usually {formatTimeSpent(medianMs)}
    </span>
  );
}
