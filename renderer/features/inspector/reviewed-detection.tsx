import { useEffect } from 'react';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { lengthOf } from '../../../shared/results/field-value.ts';
import { useReview } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { focusRegion } from '../../ui/focus-region.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { ChipView } from './chip-view.tsx';
import styles from './inspector.module.css';
import { NoteField } from './note-field.tsx';
import { texts } from './texts.ts';
import { useDetectionReview } from './use-detection-review.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

/** The detection under review, in the main column: its chip, its verdicts, and its note while that is edited. */
export function DetectionUnderReview({ detectionId }: { readonly detectionId: number }) {
  const { detail, review, note } = useDetectionReview(detectionId);
  const isNoting = useReview(({ notedId }) => notedId === detectionId);
  // A note that is closed would leave the focus nowhere.
  useEffect(() => {
    if (!isNoting && document.activeElement === document.body) focusRegion('review');
  }, [isNoting]);
  const detection = detail.data?.detection;
  return (
    <>
      <h2 className={styles.reviewed}>
        {detection ? (
          <>
            <AnalyticMark analytic={detection.analytic} />
            {analyticDisplayName(detection.analytic)}
          </>
        ) : (
          texts.kinds.detection
        )}{' '}
        <span className={styles.id}>
          {detectionId}
          {detection?.confidence == null ? '' : texts.detection.confidence(detection.confidence)}
        </span>
      </h2>
      <ChipView
        detectionId={detectionId}
        isLarge
        fills
        lengthMetres={detection ? lengthOf(detection) : null}
      />
      {isNoting ? <NoteField key={detectionId} detectionId={detectionId} note={note} /> : null}
      {isNoting && note === undefined ? <QueryState query={detail} /> : null}
      <VerdictButtons review={review ?? null} isUnderReview />
    </>
  );
}
