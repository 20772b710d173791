import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { readPropertyMeaning } from '../../../shared/results/property-meaning.ts';
import { emptyReview, type Review } from '../../../shared/review/review.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses, useResults, useReview } from '../../context/use-stores.ts';
import { isFlagged, type ReviewStateCode, reviewStateCode, verdictOf } from '../../stores/review-queue.ts';
import { isReviewing, withUnsavedChanges } from '../../stores/review-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ChipView } from './chip-view.tsx';
import { DetectionSection } from './detection-section.tsx';
import { HitList } from './hit-list.tsx';
import styles from './inspector.module.css';
import { NothingFocused } from './nothing-focused.tsx';
import { RecordSection } from './record-section.tsx';
import { ReviewSection } from './review-section.tsx';
import { SensorSection } from './sensor-section.tsx';
import { VerdictButtons } from './verdict-buttons.tsx';

/**
 * The focused detection: its chip, review, properties, sensor and record. `passDetail` is shown while a pass is selected
 * instead of a detection.
 */
export function Inspector({ passDetail }: { readonly passDetail: ReactNode }) {
  const focusedId = useResults((state) => state.focusedId);
  const passKey = usePasses((state) => state.detailKey);
  // Selected passes stay on the map even if the dock shows another tab.
  if (focusedId === null && passKey !== null) return passDetail;
  if (focusedId === null) return <NothingFocused />;
  return (
    <section aria-label="Detection">
      <InspectorHeading detectionId={focusedId} />
      <HitList focusedId={focusedId} />
      <FocusedDetail detectionId={focusedId} />
    </section>
  );
}

function FocusedDetail({ detectionId }: { readonly detectionId: number }) {
  const { api } = useApp();
  const isLarge = useReview((state) => state.isChipLarge || isReviewing(state));
  const detail = useQuery({
    queryKey: queryKeys.detectionDetail(detectionId),
    queryFn: async ({ signal }) => unwrap(await api.results.detail.query(detectionId, { signal })),
  });
  const detection = detail.data?.detection;
  const queueState = useReview(({ queue }) => queue?.stateCodes[queue.ids.indexOf(detectionId)]);
  const stored = detail.isPending ? undefined : (detection?.review ?? null);
  const unsaved = useReview((state) => state.unsaved);
  const changes = unsaved?.changes.get(detectionId);
  const review = withUnsavedChanges(withQueueState(stored, queueState), changes);
  return (
    <>
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
        carriedOver={detail.data?.carriedOver ?? null}
        unsavedReason={changes ? (unsaved?.failure.message ?? null) : null}
      />
      <DetailOrState detail={detail} />
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

function DetailOrState({ detail }: { readonly detail: UseQueryResult<DetectionDetail | null> }) {
  if (detail.isPending) return <LoadingState label="Loading the detection…" />;
  if (detail.error) {
    return <FailureNote failure={toFailure(detail.error)} onRetry={() => void detail.refetch()} />;
  }
  if (detail.data === null) {
    return (
      <EmptyState
        title="This detection no longer exists"
        hint="A newer version of its record has replaced it. Select another detection."
      />
    );
  }
  return <DetailSections detail={detail.data} />;
}

function DetailSections({ detail }: { readonly detail: DetectionDetail }) {
  return (
    <>
      <DetectionSection detail={detail} />
      <SensorSection detail={detail} />
      <RecordSection detail={detail} />
    </>
  );
}

/** The id of the detection, and a button that adds it to the selection or removes it. */
function InspectorHeading({ detectionId }: { readonly detectionId: number }) {
  const { stores } = useApp();
  const selected = useResults((state) => state.selectedIds.has(detectionId));
  return (
    <PanelHeading title={`Detection ${detectionId}`}>
      <TextButton
        aria-pressed={selected}
        title="S"
        onClick={() => stores.results.getState().toggleSelected(detectionId)}
      >
        {selected ? 'Remove from selection' : 'Add to selection'}
      </TextButton>
    </PanelHeading>
  );
}
