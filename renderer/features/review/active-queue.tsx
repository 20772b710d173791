import { Button, Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useReviewStage } from '../../context/use-review-stage.ts';
import { useResults, useReview } from '../../context/use-stores.ts';
import { queueProgress } from '../../stores/review-queue.ts';

import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { QueueList } from './queue-list.tsx';
import { QueueProgressBar, QueueState, VerdictCounts } from './queue-progress-bar.tsx';
import styles from './review.module.css';
import { endReview } from './review-commands.ts';
import { texts } from './texts.ts';

/** A running or paused review queue: its progress and its detections. */
export function ActiveQueue() {
  const app = useApp();
  const { commands, stores } = app;
  const queue = useReview((state) => state.queue);
  const staysAfterVerdict = useReview((state) => state.staysAfterVerdict);
  const writing = useReview((state) => state.pendingWrites);
  const isSaved = useReview((state) => state.isQueueSaved && state.pendingWrites === 0);
  const hasUnsaved = useReview((state) => state.unsaved !== null);
  const stage = useReviewStage();
  const focusedId = useResults((state) => state.focusedId);
  const progress = useMemo(() => queue && queueProgress(queue), [queue]);
  if (!queue || !progress) return null;
  const isRunning = queue.state === 'running';
  const isElsewhere = isRunning && focusedId !== queue.ids[queue.at];
  return (
    <section aria-label={texts.active.label} data-state={queue.state} data-saved={isSaved}>
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
    </section>
  );
}

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
