import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { readMeaning } from '../../../shared/results/property-meaning.ts';
import { emptyReview, type Review } from '../../../shared/review/review.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { usePasses, useResults, useReview } from '../../app/use-stores.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { isFlagged, type StandingCode, standingOf, verdictOf } from '../../stores/review-queue.ts';
import { isReviewing } from '../../stores/review-store.ts';
import { PassDetailPane } from '../dock/passes/pass-detail-pane.tsx';
import { ChipView } from './chip-view.tsx';
import { DetectionSection } from './detection-section.tsx';
import { HitList } from './hit-list.tsx';
import styles from './inspector.module.css';
import { InspectorHeading } from './inspector-heading.tsx';
import { NothingFocused } from './nothing-focused.tsx';
import { RecordSection } from './record-section.tsx';
import { ReviewSection } from './review-section.tsx';
import { SensorSection } from './sensor-section.tsx';
import { VerdictButtons } from './verdict-buttons.tsx';

/** Everything about the focused detection: its chip, itself, its sensor and its record. */
export function Inspector() {
  const focusedId = useResults((state) => state.focusedId);
  const passKey = usePasses((state) => state.lookedAt);
  // Chosen passes stay on the map whatever the dock lists.
  if (focusedId === null && passKey !== null) return <PassDetailPane key={passKey} passKey={passKey} />;
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
  const standing = useReview(({ queue }) => queue?.standings[queue.ids.indexOf(detectionId)]);
  const known = detail.isPending ? undefined : (detection?.review ?? null);
  const review = withStanding(known, standing);
  return (
    <>
      <div className={isLarge ? styles.pinned : undefined}>
        <ChipView
          detectionId={detectionId}
          isLarge={isLarge}
          lengthMetres={detection ? readMeaning(detection.properties).lengthMetres : null}
        />
        <VerdictButtons review={review ?? null} />
      </div>
      <ReviewSection detectionId={detectionId} review={review} />
      <DetailOrState detail={detail} />
    </>
  );
}

/** The review as a queue knows it, which learns of verdicts before they are written; undefined while nobody knows. */
function withStanding(
  review: Review | null | undefined,
  standing: StandingCode | undefined,
): Review | null | undefined {
  if (standing === undefined || (review !== undefined && standing === standingOf(review))) return review;
  // Who said so, and when, is known once it is written.
  const said = { verdict: verdictOf(standing), flagged: isFlagged(standing) };
  return { ...(review ?? emptyReview), ...said, reviewer: '' };
}

function DetailOrState({ detail }: { readonly detail: UseQueryResult<DetectionDetail | null> }) {
  if (detail.isPending) return <LoadingState label="Reading the detection…" />;
  if (detail.error) {
    return <FailureNote failure={toFailure(detail.error)} onRetry={() => void detail.refetch()} />;
  }
  if (detail.data === null) {
    return (
      <EmptyState
        title="This detection no longer exists"
        hint="A newer version of its record has replaced it. Pick another detection."
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
