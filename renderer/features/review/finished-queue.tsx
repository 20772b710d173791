import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useReview } from '../../context/use-stores.ts';
import { queueProgress } from '../../stores/review-queue.ts';

import { TextButton } from '../../ui/text-button.tsx';
import { discardReview, exportReviewed, showRejected } from './queue-commands.ts';
import { QueueList } from './queue-list.tsx';
import { QueueState, VerdictCounts } from './queue-progress-bar.tsx';
import styles from './review.module.css';
import { resumeReview } from './start-review.ts';
import { texts } from './texts.ts';

/** A finished review queue: its summary and next actions. */
export function FinishedQueue() {
  const app = useApp();
  const queue = useReview((state) => state.queue);
  const isSummaryOpen = useReview((state) => state.isSummaryOpen);
  const isSaved = useReview((state) => state.isQueueSaved && state.pendingWrites === 0);
  const progress = useMemo(() => queue && queueProgress(queue), [queue]);
  if (!queue || !progress) return null;
  const { rejected } = progress.byVerdict;
  return (
    <section aria-label={texts.finished.label} data-state="finished" data-saved={isSaved}>
      <div className={styles.finished}>
        <strong data-complete={progress.remaining === 0 || undefined}>
          {texts.doneTitle(progress.remaining)}
        </strong>
        <span className="muted">{queue.title}</span>
      </div>
      <QueueState progress={progress} />
      <VerdictCounts progress={progress} />
      <div className={styles.next}>
        {isSummaryOpen ? null : (
          <Button variant="filled" onClick={() => app.stores.review.getState().setSummaryOpen(true)}>
            {texts.finished.showSummary}
          </Button>
        )}
        <Button disabled={progress.reviewed === 0} onClick={() => exportReviewed(app)}>
          {texts.finished.exportReviewed(progress.reviewed)}
        </Button>
        <Button disabled={rejected === 0} onClick={() => showRejected(app)}>
          {texts.finished.showRejected(rejected)}
        </Button>
        <Button onClick={() => void discardReview(app)}>{texts.finished.startAnother}</Button>
      </div>
      <QueueList queue={queue} />
      <TextButton onClick={() => resumeReview(app)}>
        {progress.remaining > 0 ? texts.resume : texts.finished.returnToLast}
      </TextButton>
    </section>
  );
}
