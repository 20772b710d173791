import { Button, Checkbox } from '@mantine/core';
import { memo, useDeferredValue, useMemo } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useReviewStage } from '../../context/use-review-stage.ts';
import { useResults, useReview, useSettingsOfFormats } from '../../context/use-stores.ts';
import { queueProgress, type ReviewQueue } from '../../stores/review-queue.ts';

import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { endReview } from './queue-commands.ts';
import { QueueList } from './queue-list.tsx';
import { QueueProgressBar, QueueState, VerdictCounts } from './queue-progress-bar.tsx';
import styles from './review.module.css';
import { texts } from './texts.ts';

/**
 * A running or paused review queue: its progress and its detections. They are rendered after the detection under
 * review, so that the next chip does not wait for them. An unsaved change is stated at once.
 */
export function ActiveQueue() {
  const queue = useReview((state) => state.queue);
  const focusedId = useResults((state) => state.focusedId);
  const isSaved = useReview((state) => state.isQueueSaved && state.pendingWrites === 0);
  const isElsewhere = queue?.state === 'running' && focusedId !== queue.ids[queue.at];
  const shown = useDeferredValue(useMemo(() => ({ queue, isElsewhere }), [queue, isElsewhere]));
  if (!queue || !shown.queue) return null;
  return (
    <section aria-label={texts.active.label} data-state={queue.state} data-saved={isSaved}>
      <QueueContent queue={shown.queue} isElsewhere={shown.isElsewhere} />
    </section>
  );
}

const QueueContent = memo(function QueueContent({
  queue,
  isElsewhere,
}: {
  readonly queue: ReviewQueue;
  /** Whether the running review is at another detection than the focused one. */
  readonly isElsewhere: boolean;
}) {
  useSettingsOfFormats();
  const app = useApp();
  const { commands, stores } = app;
  const staysAfterVerdict = useReview((state) => state.staysAfterVerdict);
  // One write is not counted on screen.
  const writing = useReview((state) => Math.max(1, state.pendingWrites));
  const hasUnsaved = useReview((state) => state.unsaved !== null);
  const stage = useReviewStage();
  const progress = useMemo(() => queueProgress(queue), [queue]);
  const isRunning = queue.state === 'running';
  return (
    <>
      <p className={styles.title}>{queue.title}</p>
      <QueueState progress={progress} />
      {stage ? null : <QueueProgressBar progress={progress} />}
      <VerdictCounts progress={progress} />
      <p className={styles.place}>
        {isRunning ? texts.active.position(queue.at + 1, queue.ids.length) : texts.active.paused}
        {writing > 1 && !hasUnsaved ? texts.active.saving(writing) : ''}
      </p>
      {stage ? null : (
        <div className={styles.actions}>
          <Button variant={isRunning ? 'default' : 'filled'} onClick={() => commands.run('review.pause')}>
            {isRunning ? texts.pause : texts.active.resume}
          </Button>
          <Button onClick={() => endReview(app)}>{texts.end}</Button>
        </div>
      )}
      {queue.missingCount > 0 ? <MissingDetections count={queue.missingCount} /> : null}
      {isElsewhere ? (
        <Note>
          {texts.active.elsewhere}{' '}
          <TextButton onClick={() => stores.results.getState().focus(queue.ids[queue.at] ?? null)}>
            {texts.active.inspect}
          </TextButton>
        </Note>
      ) : null}
      <QueueList queue={queue} />
      {isRunning ? (
        <Checkbox
          mt={10}
          label={texts.active.stay}
          checked={staysAfterVerdict}
          onChange={(event) => {
            stores.review.getState().setStaysAfterVerdict(event.currentTarget.checked);
            // A focused field would receive the keys of the review.
            event.currentTarget.blur();
          }}
        />
      ) : (
        <p className={styles.lead}>{texts.active.pausedHint}</p>
      )}
    </>
  );
});

/** A note that detections of the queue were removed from the workspace; the cause is not known. */
function MissingDetections({ count }: { readonly count: number }) {
  const { commands } = useApp();
  return (
    <Note tone="warn">
      {texts.active.missing(count)}{' '}
      <TextButton onClick={() => commands.run('review.unattached')}>{texts.unattached.list}</TextButton>
    </Note>
  );
}
