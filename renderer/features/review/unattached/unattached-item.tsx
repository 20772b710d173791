import { formatTime } from '../../../../shared/format.ts';
import { formatPosition } from '../../../../shared/geo/format-position.ts';
import type { UnattachedReview } from '../../../../shared/review/unattached-review.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults, useSession } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { attachReview } from '../review-writer.ts';
import styles from './unattached.module.css';

const verdictLabels = { confirmed: 'Confirmed', rejected: 'Rejected', unsure: 'Unsure' } as const;

/** One verdict without a detection: its content, its position and its actions. */
export function UnattachedItem({ item }: { readonly item: UnattachedReview }) {
  const app = useApp();
  const focusedId = useResults((state) => state.focusedId);
  const canWrite = useSession(({ session }) => session?.workspace === 'open');
  const { recordId, identity, review, position, analytic, isRecordPresent } = item;
  const summary = [
    review.verdict ? verdictLabels[review.verdict] : 'No verdict',
    ...(review.flagged ? ['flagged'] : []),
    ...(analytic === null ? [] : [analytic]),
  ].join(' · ');
  const positionText = position ? formatPosition(position) : 'position unknown';
  return (
    <li className={styles.item}>
      <strong>{summary}</strong>
      <span>{positionText}</span>
      {review.note ? <span className={styles.note}>{review.note}</span> : null}
      <span className="muted">
        {review.reviewer}, {formatTime(review.reviewedAt)}
      </span>
      <span className={styles.record}>
        Record {recordId}
        {isRecordPresent ? '' : ' (not in this workspace)'}
      </span>
      <span className={styles.actions}>
        {position ? (
          <TextButton
            aria-label={`Show ${positionText} on the map`}
            onClick={() =>
              void app.commands.runWith('places.go-to', {
                position,
                label: 'Verdict without a detection',
                zoom: 16,
              })
            }
          >
            Show on the map
          </TextButton>
        ) : null}
        {canWrite && focusedId !== null ? (
          <TextButton onClick={() => void attachReview(app, { recordId, identity, detectionId: focusedId })}>
            {`Attach to detection ${focusedId}`}
          </TextButton>
        ) : null}
      </span>
    </li>
  );
}
