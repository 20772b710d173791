import { formatTime } from '../../../shared/format.ts';
import type { OrderStatistics, StateStatistic } from '../../../shared/orders/list/order-statistics.ts';
import { toTimeline } from '../../../shared/orders/list/order-timeline.ts';
import type { Order, StatusEntry } from '../../../shared/orders/order.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './orders.module.css';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';

/** The states of an order as the service reported them: start, duration, usual duration and meaning of each. */
export function OrderTimeline({
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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span of time in its two largest units, rounded down: `3 d 4 h`, `2 h 5 min`, `12 min`, `40 s`. */
function formatDuration(milliseconds: number): string {
  const whole = (span: number, unit: number) => Math.floor(span / unit);
  if (milliseconds >= day) return `${whole(milliseconds, day)} d ${whole(milliseconds % day, hour)} h`;
  if (milliseconds >= hour) return `${whole(milliseconds, hour)} h ${whole(milliseconds % hour, minute)} min`;
  if (milliseconds >= minute) return `${whole(milliseconds, minute)} min`;
  return `${whole(milliseconds, 1000)} s`;
}
