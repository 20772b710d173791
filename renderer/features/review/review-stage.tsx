import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowRight,
  IconCircleCheck,
  IconDownload,
  IconPlayerPause,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import { useApp } from '../../context/app-context.tsx';
import { CommandKey } from '../../context/command-key.tsx';
import { useAreaList } from '../../context/use-live-queries.ts';
import type { ReviewStageContent } from '../../context/use-review-stage.ts';
import { useReview } from '../../context/use-stores.ts';
import { type QueueProgress, queueProgress, type ReviewQueue } from '../../stores/review-queue.ts';
import { reviewedId, spentMs } from '../../stores/review-store.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { useHasPrimaryButton } from '../../ui/primary-button.tsx';
import { endReview, exportConfirmed, reviewArea, reviewUnsure } from './queue-commands.ts';
import { PlaceCounts, QueueProgressBar, VerdictCounts } from './review-counts.tsx';
import styles from './review-stage.module.css';
import { resumeReview } from './start-review.ts';
import { texts } from './texts.ts';

/** Number of verdicts after which the pace is known well enough to estimate the rest. */
const leastForEstimate = 5;

/** The main column during a review: the detection under review, or the summary of the finished queue. */
export function ReviewStage({
  content,
  detection,
}: {
  readonly content: ReviewStageContent;
  /** The chip and the verdicts of a detection, by its id. */
  readonly detection: (id: number) => ReactNode;
}) {
  const queue = useReview((state) => state.queue);
  const id = useReview(reviewedId);
  const progress = useMemo(() => queue && queueProgress(queue), [queue]);
  const stage = useFocusOnChange(content);
  if (!queue || !progress) return null;
  return (
    <section
      ref={stage}
      className={styles.stage}
      aria-label={content === 'detection' ? texts.stage : texts.summary}
      data-region="review"
      tabIndex={-1}
    >
      <div className={styles.head}>
        {content === 'detection' ? (
          <StageHeading at={queue.at} progress={progress} />
        ) : (
          <span className={styles.position}>
            <strong>{texts.position(progress.reviewed, progress.total).at}</strong>{' '}
            {texts.position(progress.reviewed, progress.total).of} · {texts.left(progress.remaining)}
          </span>
        )}
        <QueueProgressBar progress={progress} />
      </div>
      {content === 'summary' ? <ReviewSummary queue={queue} progress={progress} /> : null}
      {content === 'detection' && id !== null ? (
        <div className={styles.detection}>{detection(id)}</div>
      ) : null}
    </section>
  );
}

function StageHeading({ at, progress }: { readonly at: number; readonly progress: QueueProgress }) {
  const position = texts.position(at + 1, progress.total);
  return (
    <div className={styles.heading}>
      <PreviousButton />
      <span className={styles.position}>
        <strong>{position.at}</strong> {position.of}
      </span>
      <NextButton />
      <span className={`muted numeric ${styles.left}`}>
        {texts.left(progress.remaining)}
        <Estimate progress={progress} />
      </span>
      <span className="grow" />
      <StageActions />
    </div>
  );
}

// Nothing of these changes with a key, so that the next chip does not wait for them.

const PreviousButton = memo(function PreviousButton() {
  const { commands } = useApp();
  return (
    <ActionIcon
      aria-label={texts.previous}
      title={texts.previousKeys}
      onClick={() => commands.run('review.previous')}
    >
      <IconArrowLeft size={16} />
    </ActionIcon>
  );
});

const NextButton = memo(function NextButton() {
  const { commands } = useApp();
  return (
    <ActionIcon aria-label={texts.next} title={texts.nextKeys} onClick={() => commands.run('review.next')}>
      <IconArrowRight size={16} />
    </ActionIcon>
  );
});

const StageActions = memo(function StageActions() {
  const app = useApp();
  const { commands } = app;
  return (
    <>
      <Button
        className={styles.foldable}
        size="compact-sm"
        title={texts.undo}
        leftSection={<IconArrowBackUp size={14} />}
        rightSection={<kbd>{texts.undoKey}</kbd>}
        onClick={() => commands.run('edit.undo')}
      >
        {texts.undo}
      </Button>
      <Button
        className={styles.foldable}
        size="compact-sm"
        title={texts.pause}
        leftSection={<IconPlayerPause size={14} />}
        rightSection={<CommandKey id="review.pause" />}
        onClick={() => commands.run('review.pause')}
      >
        {texts.pause}
      </Button>
      <Button className={styles.end} size="compact-sm" onClick={() => endReview(app)}>
        {texts.end}
      </Button>
    </>
  );
});

/** The time that the rest takes at the pace since this was shown. */
function Estimate({ progress }: { readonly progress: QueueProgress }) {
  // Up to the last verdict: the time since is no pace.
  const ms = useReview((state) => state.spent.ms);
  const first = useRef({ reviewed: progress.reviewed, ms });
  const judged = progress.reviewed - first.current.reviewed;
  if (judged < leastForEstimate || progress.remaining === 0) return null;
  const rest = ((ms - first.current.ms) / judged) * progress.remaining;
  return <span className={styles.estimate}> · {texts.estimate(rest)}</span>;
}

/** Moves the focus to the stage when it appears or changes; to the left panel when the stage with the focus goes. */
function useFocusOnChange(content: ReviewStageContent) {
  const stage = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the content changes
  useEffect(() => {
    stage.current?.focus({ preventScroll: true });
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusRegion('side');
      });
    };
  }, [content]);
  return stage;
}

/** Maximum number of areas in which detections without a verdict are looked for. */
const maxAreas = 50;

type SummaryAction = {
  readonly isShown: boolean;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly tip?: string;
  readonly run: () => void;
};

/** The end of a review: counts by verdict, the time, and what can be done next. */
function ReviewSummary({
  queue,
  progress,
}: {
  readonly queue: ReviewQueue;
  readonly progress: QueueProgress;
}) {
  const app = useApp();
  const spent = useReview((state) => state.spent);
  const { confirmed, unsure } = progress.byVerdict;
  const next = useNextArea();
  const actions: readonly SummaryAction[] = [
    {
      ...{
        isShown: confirmed > 0,
        label: texts.exportConfirmed(confirmed),
        icon: <IconDownload size={16} />,
      },
      run: () => exportConfirmed(app),
    },
    { isShown: progress.remaining > 0, label: texts.resume, run: () => resumeReview(app) },
    { isShown: unsure > 0, label: texts.reviewUnsure(unsure), run: () => void reviewUnsure(app) },
    ...(next
      ? [
          {
            ...{ isShown: true, label: texts.nextArea(next.area.name, next.count), tip: texts.nextAreaTip },
            run: () => void reviewArea(app, next.area),
          },
        ]
      : []),
    { isShown: true, label: texts.showMap, run: () => app.stores.review.getState().setSummaryOpen(false) },
  ];
  // A form beside it, such as that of an order, has the primary button.
  const hasPrimary = !useHasPrimaryButton();
  return (
    <div className={styles.summary}>
      <h2>
        {progress.remaining === 0 ? <IconCircleCheck size={20} stroke={1.8} aria-hidden /> : null}
        {texts.doneTitle(progress.remaining)}
      </h2>
      <p className="muted">
        {texts.spent(progress, spentMs(spent, Date.now()))} · {queue.title}
      </p>
      <VerdictCounts progress={progress} />
      <PlaceCounts queue={queue} />
      {progress.remaining > 0 ? <p>{texts.withoutVerdict(progress.remaining)}</p> : null}
      <div className={styles.actions}>
        {actions
          .filter(({ isShown }) => isShown)
          .map(({ label, icon, tip, run }, index) => (
            <Button
              key={label}
              variant={index === 0 && hasPrimary ? 'filled' : 'default'}
              leftSection={icon}
              title={tip}
              onClick={run}
            >
              {label}
            </Button>
          ))}
      </div>
    </div>
  );
}

/** The first area of the list with detections that have no verdict, and their number. */
function useNextArea() {
  const { api } = useApp();
  const areas = useAreaList();
  const isSaved = useReview((state) => state.isQueueSaved && state.pendingWrites === 0);
  const { data } = useQuery({
    queryKey: [['results', 'nextArea'], areas.map(({ id, updatedAt }) => `${id} ${updatedAt}`)],
    queryFn: async ({ signal }) => {
      for (const area of areas.slice(0, maxAreas)) {
        const filter = { within: shapeToRings(area.shape), verdicts: ['unreviewed' as const] };
        const { detections: count } = unwrap(await api.results.counts.query(filter, { signal }));
        if (count > 0) return { area, count };
      }
      return null;
    },
    enabled: isSaved,
  });
  return data ?? null;
}
