import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowLeft, IconArrowRight, IconPlayerPause } from '@tabler/icons-react';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { CommandKey } from '../../context/command-key.tsx';
import type { ReviewStageContent } from '../../context/use-review-stage.ts';
import { useReview } from '../../context/use-stores.ts';
import { type QueueProgress, queueProgress } from '../../stores/review-queue.ts';
import { reviewedId } from '../../stores/review-store.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { endReview } from './queue-commands.ts';
import { QueueProgressBar } from './queue-progress-bar.tsx';
import styles from './review-stage.module.css';
import { ReviewSummary } from './review-summary.tsx';
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
