import { formatTime } from '../../../../shared/format.ts';
import { formatPosition } from '../../../../shared/geo/format-position.ts';
import type { UnattachedReview } from '../../../../shared/review/unattached-review.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults, useSession } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { attachReview } from '../review-edits.ts';
import { texts } from '../texts.ts';
import styles from './unattached.module.css';

const verdictLabels = {
  confirmed: texts.verdicts.confirmed,
  rejected: texts.verdicts.rejected,
  unsure: texts.verdicts.unsure,
} as const;

/** One verdict without a detection: its content, its position and its actions. */
export function UnattachedItem({ item }: { readonly item: UnattachedReview }) {
  const app = useApp();
  const focusedId = useResults((state) => state.focusedId);
  const canWrite = useSession(({ session }) => session?.workspace === 'open');
  const { recordId, identity, review, position, analytic, isRecordPresent } = item;
  const summary = [
    review.verdict ? verdictLabels[review.verdict] : texts.unattached.noVerdict,
    ...(review.flagged ? [texts.chips.flagged] : []),
    ...(analytic === null ? [] : [analytic]),
  ].join(' · ');
  const positionText = position ? formatPosition(position) : texts.unattached.unknownPosition;
  return (
    <li className={styles.item}>
      <strong>{summary}</strong>
      <span>{positionText}</span>
      {review.note ? <span className={styles.note}>{review.note}</span> : null}
      <span className="muted">
        {review.reviewer}, {formatTime(review.reviewedAt)}
      </span>
      <span className={styles.record}>{texts.unattached.record(recordId, isRecordPresent)}</span>
      <span className={styles.actions}>
        {position ? (
          <TextButton
            aria-label={texts.unattached.showPosition(positionText)}
            onClick={() =>
              void app.commands.runWith('places.go-to', {
                position,
                label: texts.unattached.item,
                zoom: 16,
              })
            }
          >
            {texts.unattached.showOnMap}
          </TextButton>
        ) : null}
        {canWrite && focusedId !== null ? (
          <TextButton onClick={() => void attachReview(app, { recordId, identity, detectionId: focusedId })}>
            {texts.unattached.attach(focusedId)}
          </TextButton>
        ) : null}
      </span>
    </li>
  );
}
