import { useMemo } from 'react';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import type { Verdict } from '../../../shared/review/review.ts';
import { useReview } from '../../context/use-stores.ts';
import type { QueueProgress } from '../../stores/review-queue.ts';
import { Note } from '../../ui/note.tsx';
import styles from './review.module.css';

const verdicts: readonly { readonly verdict: Verdict; readonly label: string }[] = [
  { verdict: 'confirmed', label: 'Confirmed' },
  { verdict: 'rejected', label: 'Rejected' },
  { verdict: 'unsure', label: 'Unsure' },
];

/** Progress of a review queue as a bar, by verdict. */
export function QueueProgressBar({
  progress: { total, reviewed, byVerdict },
}: {
  readonly progress: QueueProgress;
}) {
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label="Reviewed"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={reviewed}
      aria-valuetext={`${formatQuantity(reviewed, 'detection')} of ${formatCount(total)} reviewed`}
    >
      {verdicts.map(({ verdict }) => (
        <div key={verdict} data-verdict={verdict} style={{ width: share(byVerdict[verdict]) }} />
      ))}
    </div>
  );
}

/** How many detections of a queue are reviewed and left, and how many are not saved yet. */
export function QueueState({
  progress: { total, reviewed, remaining },
}: {
  readonly progress: QueueProgress;
}) {
  const ids = useReview(({ queue }) => queue?.ids);
  const unsaved = useReview((state) => state.unsaved);
  const unsavedCount = useMemo(
    () => (unsaved && ids ? ids.reduce((sum, id) => sum + (unsaved.changes.has(id) ? 1 : 0), 0) : 0),
    [ids, unsaved],
  );
  return (
    <>
      <div className={styles.judged}>
        <strong className="numeric">
          {formatCount(reviewed)} of {formatCount(total)}
        </strong>
        <span className="muted numeric">{formatCount(remaining)} left</span>
      </div>
      {unsaved && unsavedCount > 0 ? (
        <Note tone="bad">
          {formatCount(unsavedCount)} of them not saved, retrying: {unsaved.failure.message}
        </Note>
      ) : null}
    </>
  );
}

/** The detections of a queue by verdict, and the flagged ones. */
export function VerdictCounts({ progress: { byVerdict, flagged } }: { readonly progress: QueueProgress }) {
  return (
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
  );
}
