import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { placeOf } from '../../../shared/places/nearest-port.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { cellValue, lengthOf } from '../../../shared/results/field-value.ts';
import { useApp } from '../../context/app-context.tsx';
import { useTipWithKey } from '../../context/command-key.tsx';
import { InspectorHeading } from '../../context/inspector-section.tsx';
import { RecordProcessorsSection } from '../../context/record-processors.tsx';
import { useGoneItem } from '../../context/use-gone-item.ts';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useInspector, useResults, useReview, useSettingsOfFormats } from '../../context/use-stores.ts';
import type { InspectedItem, InspectedKind } from '../../stores/inspector-store.ts';
import { isReviewing, reviewedId } from '../../stores/review-store.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ChipFacts, isChipFact } from './chip-facts.tsx';
import { ChipView } from './chip-view.tsx';
import { DetectionSection } from './detection-section.tsx';
import styles from './inspector.module.css';
import { HitList, InspectorBar } from './inspector-bar.tsx';
import { type PropertyRow, toPropertyRows } from './property-rows.ts';
import { RecordSection, SensorSection } from './record-section.tsx';
import { ReviewSection } from './review-section.tsx';
import { texts } from './texts.ts';
import { useDetectionReview } from './use-detection-review.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

/** Content that other features show of their items, by id. */
export type InspectorParts = {
  readonly [Kind in Exclude<InspectedKind, 'detection'>]: (id: string) => ReactNode;
} & {
  /** Who a detection is by AIS. */
  readonly ais: (detection: DetectionRow) => ReactNode;
};

/**
 * The item that was clicked last, or is pinned: a detection, or what `parts` shows of another item. During a review it
 * is rendered last, so that the next chip does not wait for it.
 */
export function Inspector({ parts }: { readonly parts: InspectorParts }) {
  const item = useInspector((state) => state.item);
  const isReviewed = useReview((state) => item?.kind === 'detection' && reviewedId(state) === item.id);
  // One value, so that a detection that was under review is not shown as if it were next to the review.
  const inspected = useMemo(() => ({ item, isReviewed }), [item, isReviewed]);
  const former = useDeferredValue(inspected);
  // When a review begins, a chip next to it would be that of the detection before.
  const isWithinReview = inspected.isReviewed && former.isReviewed;
  return <InspectedItemView inspected={isWithinReview ? former : inspected} parts={parts} />;
}

const InspectedItemView = memo(function InspectedItemView({
  inspected: { item, isReviewed },
  parts,
}: {
  readonly inspected: {
    readonly item: InspectedItem | null;
    /** Whether it is the detection under review, whose chip is in the main column. */
    readonly isReviewed: boolean;
  };
  readonly parts: InspectorParts;
}) {
  useSettingsOfFormats();
  const gone = useInspector((state) => state.gone);
  const isPinned = useInspector((state) => state.isPinned);
  return (
    <>
      <InspectorBar item={item} />
      {isPinned ? <Note>{texts.pinned}</Note> : null}
      {item === null ? (
        <NothingInspected gone={gone} />
      ) : item.kind === 'detection' ? (
        <section aria-label={texts.kinds.detection}>
          <HitList focusedId={item.id} />
          <InspectedDetection detectionId={item.id} isReviewed={isReviewed} ais={parts.ais} />
        </section>
      ) : (
        // A new element for each item: it remembers what it knew of the list when it was opened.
        <div key={`${item.kind} ${item.id}`}>{parts[item.kind](item.id)}</div>
      )}
    </>
  );
});

function InspectedDetection({
  detectionId,
  isReviewed,
  ais,
}: {
  readonly detectionId: number;
  readonly isReviewed: boolean;
  readonly ais: InspectorParts['ais'];
}) {
  const isLarge = useReview((state) => state.isChipLarge && !isReviewing(state));
  const isOtherReviewed = useReview(isReviewing);
  const { detail, review, note, unsavedBecause } = useDetectionReview(detectionId);
  const { data, error } = detail;
  useGoneItem({ kind: 'detection', id: detectionId }, data === null);
  const detection = data?.detection;
  const facts = detection ? topFacts(detection) : [];
  return (
    <>
      <DetectionHeading detectionId={detectionId} analytic={detection?.analytic ?? null} />
      {isReviewed ? null : (
        <div className={isLarge ? styles.pinned : undefined}>
          <ChipView
            detectionId={detectionId}
            isLarge={isLarge}
            lengthMetres={detection ? lengthOf(detection) : null}
            facts={facts.length > 0 ? <ChipFacts rows={facts} /> : null}
          />
          {isOtherReviewed ? null : <VerdictButtons review={review ?? null} />}
        </div>
      )}
      <ReviewSection
        detectionId={detectionId}
        review={review}
        note={note}
        carriedOver={data?.carriedOver ?? null}
        unsavedBecause={unsavedBecause}
      />
      {error || !data ? (
        <QueryState query={detail} loading={texts.detection.loading} />
      ) : (
        <>
          {ais(data.detection)}
          <AllDetails>
            <DetectionSection detail={data} omitsFacts={!isReviewed} />
            <SensorSection detail={data} />
            <RecordSection detail={data} />
            <RecordProcessorsSection recordId={data.record.assignedId} />
          </AllDetails>
        </>
      )}
    </>
  );
}

/** Facts of a detection that are needed most: class, size, heading, confidence, time and place. */
function topFacts(detection: DetectionRow): readonly Pick<PropertyRow, 'label' | 'tip' | 'text'>[] {
  const className = cellValue(detection, 'class');
  const place = placeOf([detection.longitude, detection.latitude]);
  const { top } = texts;
  return [
    ...(typeof className === 'string' ? [{ label: top.class, tip: top.class, text: className }] : []),
    ...toPropertyRows(detection.properties, detection.corrections).filter(isChipFact),
    ...(detection.collectedAt === null
      ? []
      : [{ label: top.time, tip: detection.collectedAt, text: formatTime(detection.collectedAt) }]),
    ...(place === null ? [] : [{ label: top.place, tip: top.placeHint, text: top.placeText(place) }]),
  ];
}

/** Everything else about a detection, folded until it is opened once. */
function AllDetails({ children }: { readonly children: ReactNode }) {
  const { stores } = useApp();
  const isOpen = useInspector((state) => state.areDetailsOpen);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <button
        type="button"
        className={styles.allDetails}
        aria-expanded={isOpen}
        onClick={() => stores.inspector.getState().setDetailsOpen(!isOpen)}
      >
        <Chevron size={14} stroke={1.8} aria-hidden />
        {texts.top.allDetails}
        {isOpen ? null : <span className="muted">{texts.top.allDetailsHint}</span>}
      </button>
      {isOpen ? <div data-details>{children}</div> : null}
    </>
  );
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
  const selectTip = useTipWithKey(
    selected ? texts.detection.deselect : texts.detection.select,
    'results.toggle-selected',
  );
  return (
    <InspectorHeading
      title={
        analytic === null ? (
          texts.detection.title(detectionId)
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
          title={selectTip}
          onClick={() => stores.results.getState().toggleSelected(detectionId)}
        >
          {selected ? texts.detection.deselect : texts.detection.select}
        </TextButton>
      }
    />
  );
}

/** The content of the inspector while it shows no item: what to click, or that the shown item has `gone`. */
function NothingInspected({ gone }: { readonly gone: InspectedItem | null }) {
  const counts = useWorkspaceCounts();
  const selected = useResults((state) => state.selectedIds.size);
  const { title, hint } = gone ? texts.gone[gone.kind] : texts.empty;
  return (
    <section aria-label={texts.kinds.detection}>
      {counts.state === 'ready' && counts.value.records > 0 ? (
        <EmptyState title={title} hint={hint}>
          <span className="numeric">
            {texts.emptyCounts(counts.value.detections, counts.value.records, selected)}
          </span>
        </EmptyState>
      ) : gone ? (
        <EmptyState title={title} hint={hint} />
      ) : (
        <EmptyState
          title={texts.emptyWorkspace}
          hint={
            counts.state === 'loading' ? (
              texts.loading
            ) : counts.state === 'failed' ? (
              <FailureText failure={counts} />
            ) : counts.state === 'none' ? (
              texts.noWorkspace
            ) : (
              texts.noResults
            )
          }
        />
      )}
      {selected > 0 ? <VerdictButtons review={null} /> : null}
    </section>
  );
}
