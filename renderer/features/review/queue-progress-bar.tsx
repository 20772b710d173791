import type { Verdict } from '../../../shared/review/review.ts';
import { formatCount, formatQuantity } from '../../components/format.ts';
import type { QueueProgress } from '../../stores/review-queue.ts';
import styles from './review.module.css';

const verdicts: readonly { readonly verdict: Verdict; readonly label: string }[] = [
  { verdict: 'confirmed', label: 'Confirmed' },
  { verdict: 'rejected', label: 'Rejected' },
  { verdict: 'unsure', label: 'Unsure' },
];

/** How many of a queue are judged, and how. */
export function ProgressOfQueue({ progress }: { readonly progress: QueueProgress }) {
  const { total, judged, left, flagged, byVerdict } = progress;
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <>
      <div className={styles.judged}>
        <strong className="numeric">
          {formatCount(judged)} of {formatCount(total)}
        </strong>
        <span className="muted numeric">{formatCount(left)} left</span>
      </div>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label="Judged"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={judged}
        aria-valuetext={`${formatQuantity(judged, 'detection')} of ${formatCount(total)} judged`}
      >
        {verdicts.map(({ verdict }) => (
          <div key={verdict} data-verdict={verdict} style={{ width: share(byVerdict[verdict]) }} />
        ))}
      </div>
      <dl className={styles.counts} aria-label="Verdicts">
        {verdicts.map(({ verdict, label }) => (
          <div key={verdict} data-verdict={verdict}>
            <dt>{label}</dt>
            <dd>{formatCount(byVerdict[verdict])}</dd>
          </div>
        ))}
        <div data-verdict="flagged">
          <dt>Flagged</dt>
          <dd>{formatCount(flagged)}</dd>
        </div>
      </dl>
    </>
  );
}
