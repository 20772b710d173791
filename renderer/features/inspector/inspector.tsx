import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { readPropertyMeaning } from '../../../shared/results/property-meaning.ts';
import { emptyReview, type Review } from '../../../shared/review/review.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorHeading } from '../../context/inspector-section.tsx';
import { useGoneItem } from '../../context/use-gone-item.ts';
import { useInspector, useResults, useReview } from '../../context/use-stores.ts';
import type { InspectedKind } from '../../stores/inspector-store.ts';
import { isFlagged, type ReviewStateCode, reviewStateCode, verdictOf } from '../../stores/review-queue.ts';
import { isReviewing, withUnsavedChanges } from '../../stores/review-store.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ChipView } from './chip-view.tsx';
import { detectionDetailQuery } from './detection-detail-query.ts';
import { DetectionSection } from './detection-section.tsx';
import { HitList } from './hit-list.tsx';
import styles from './inspector.module.css';
import { InspectorBar } from './inspector-bar.tsx';
import { NothingInspected } from './nothing-inspected.tsx';
import { RecordSection } from './record-section.tsx';
import { ReviewSection } from './review-section.tsx';
import { SensorSection } from './sensor-section.tsx';
import { inspectorTexts as texts } from './texts.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

/** What other features show of their items, by id. */
export type InspectorParts = {
  readonly [Kind in Exclude<InspectedKind, 'detection'>]: (id: string) => ReactNode;
};

/** The item that was clicked last, or is pinned: a detection, or what `parts` shows of another item. */
export function Inspector({ parts }: { readonly parts: InspectorParts }) {
  const item = useInspector((state) => state.item);
  const gone = useInspector((state) => state.gone);
  const isPinned = useInspector((state) => state.isPinned);
  return (
    <>
      <InspectorBar />
      {isPinned ? <Note>{texts.pinned}</Note> : null}
      {item === null ? (
        <NothingInspected gone={gone} />
      ) : item.kind === 'detection' ? (
        <section aria-label="Detection">
          <HitList focusedId={item.id} />
          <InspectedDetection detectionId={item.id} />
        </section>
      ) : (
        // A new element for each item: it remembers what it knew of the list when it was opened.
        <div key={`${item.kind} ${item.id}`}>{parts[item.kind](item.id)}</div>
      )}
    </>
  );
}

function InspectedDetection({ detectionId }: { readonly detectionId: number }) {
  const { api } = useApp();
  const isLarge = useReview((state) => state.isChipLarge || isReviewing(state));
  const { data, error, isPending, refetch } = useQuery(detectionDetailQuery(api, detectionId));
  useGoneItem({ kind: 'detection', id: detectionId }, data === null);
  const detection = data?.detection;
  const queueState = useReview(({ queue }) => queue?.stateCodes[queue.ids.indexOf(detectionId)]);
  const stored = isPending ? undefined : (detection?.review ?? null);
  const unsaved = useReview((state) => state.unsaved);
  const changes = unsaved?.changes.get(detectionId);
  const review = withUnsavedChanges(withQueueState(stored, queueState), changes);
  return (
    <>
      <DetectionHeading detectionId={detectionId} analytic={detection?.analytic ?? null} />
      <div className={isLarge ? styles.pinned : undefined}>
        <ChipView
          detectionId={detectionId}
          isLarge={isLarge}
          lengthMetres={detection ? readPropertyMeaning(detection.properties).lengthMetres : null}
        />
        <VerdictButtons review={review ?? null} />
      </div>
      <ReviewSection
        detectionId={detectionId}
        review={review}
        carriedOver={data?.carriedOver ?? null}
        unsavedReason={changes ? (unsaved?.failure.message ?? null) : null}
      />
      {error ? (
        <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <DetectionSection detail={data} />
          <SensorSection detail={data} />
          <RecordSection detail={data} />
        </>
      ) : (
        <LoadingState label="Loading the detection…" />
      )}
    </>
  );
}

/** The stored review with the queue's newer state until it is written; undefined while neither is loaded. */
function withQueueState(
  review: Review | null | undefined,
  queueState: ReviewStateCode | undefined,
): Review | null | undefined {
  if (queueState === undefined || (review !== undefined && queueState === reviewStateCode(review)))
    return review;
  // Reviewer and time are known once the review is written.
  const queued = { verdict: verdictOf(queueState), flagged: isFlagged(queueState) };
  return { ...(review ?? emptyReview), ...queued, reviewer: '' };
}

/** Analytic and id of the detection, and a button that adds it to the selection or removes it. */
function DetectionHeading({
  detectionId,
  analytic,
}: {
  readonly detectionId: number;
  readonly analytic: string | null;
}) {
  const { stores } = useApp();
  const selected = useResults((state) => state.selectedIds.has(detectionId));
  return (
    <InspectorHeading
      title={
        analytic === null ? (
          `Detection ${detectionId}`
        ) : (
          <>
            <AnalyticMark analytic={analytic} />
            {analyticDisplayName(analytic)} <span className={styles.id}>{detectionId}</span>
          </>
        )
      }
      badge={
        <TextButton
          aria-pressed={selected}
          title="S"
          onClick={() => stores.results.getState().toggleSelected(detectionId)}
        >
          {selected ? 'Remove from selection' : 'Add to selection'}
        </TextButton>
      }
    />
  );
}
