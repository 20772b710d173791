import { IconCheck, IconFlag, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatCount } from '../../../shared/format.ts';
import type { Verdict } from '../../../shared/review/review.ts';
import { useReview } from '../../context/use-stores.ts';
import type { QueueProgress } from '../../stores/review-queue.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import styles from './review.module.css';
import { texts } from './texts.ts';

const verdicts: readonly {
  readonly verdict: Verdict;
  readonly label: string;
  readonly Icon: typeof IconCheck;
}[] = [
  { verdict: 'confirmed', label: texts.verdicts.confirmed, Icon: IconCheck },
  { verdict: 'rejected', label: texts.verdicts.rejected, Icon: IconX },
  { verdict: 'unsure', label: texts.verdicts.unsure, Icon: IconQuestionMark },
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
      aria-label={texts.progress.label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={reviewed}
      aria-valuetext={texts.progress.value(reviewed, total)}
    >
      {verdicts.map(({ verdict }) => (
        <div key={verdict} data-verdict={verdict} style={{ width: share(byVerdict[verdict]) }} />
      ))}
    </div>
  );
}

/** Numbers of detections of a queue that are reviewed and left, and how many are not saved yet. */
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
        <strong className="numeric">{texts.progress.reviewed(reviewed, total)}</strong>
        <span className="muted numeric">{texts.progress.left(remaining)}</span>
      </div>
      {unsaved && unsavedCount > 0 ? (
        <Note tone="bad">
          <FailureText
            failure={unsaved.failure}
            text={texts.progress.unsaved(unsavedCount, unsaved.failure.message)}
          />
        </Note>
      ) : null}
    </>
  );
}

/** The detections of a queue by verdict, and the flagged ones. */
export function VerdictCounts({ progress: { byVerdict, flagged } }: { readonly progress: QueueProgress }) {
  return (
    <dl className={styles.counts} aria-label={texts.verdicts.label}>
      {verdicts.map(({ verdict, label, Icon }) => (
        <div key={verdict} data-verdict={verdict}>
          <dt>{label}</dt>
          <dd>
            <Icon size={14} stroke={2} aria-hidden />
            {formatCount(byVerdict[verdict])}
          </dd>
        </div>
      ))}
      <div data-verdict="flagged">
        <dt>{texts.verdicts.flagged}</dt>
        <dd>
          <IconFlag size={14} stroke={1.8} aria-hidden />
          {formatCount(flagged)}
        </dd>
      </div>
    </dl>
  );
}
