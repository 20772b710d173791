import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useReview } from '../../app/use-stores.ts';
import { endReview, exportReviewed, reviewUnsure, showRejected } from '../../commands/review-commands.ts';
import { resumeReview } from '../../commands/start-review.ts';
import { formatCount, formatQuantity } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import { queueProgress } from '../../stores/review-queue.ts';
import { ProgressOfQueue } from './queue-progress.tsx';
import styles from './review.module.css';

/** A queue that was gone through: what came of it, and what can be done with that. */
export function QueueFinished() {
  const app = useApp();
  const queue = useReview((state) => state.queue);
  const isKept = useReview((state) => state.isQueueKept && state.writing === 0);
  const progress = useMemo(() => queue && queueProgress(queue), [queue]);
  if (!queue || !progress) return null;
  const { unsure, rejected } = progress.byVerdict;
  return (
    <section aria-label="Review finished" data-state="finished" data-kept={isKept}>
      <div className={styles.finished}>
        <strong>The review is finished</strong>
        <span className="muted">{queue.title}</span>
      </div>
      <ProgressOfQueue progress={progress} />
      {progress.left > 0 ? (
        <p className={styles.lead}>{formatQuantity(progress.left, 'detection')} went by without a verdict.</p>
      ) : null}
      <div className={styles.next}>
        <Button variant="filled" disabled={unsure === 0} onClick={() => void reviewUnsure(app)}>
          Review the unsure ones ({formatCount(unsure)})
        </Button>
        <Button disabled={progress.judged === 0} onClick={() => exportReviewed(app)}>
          Export reviewed ({formatCount(progress.judged)})
        </Button>
        <Button disabled={rejected === 0} onClick={() => showRejected(app)}>
          Show rejected ({formatCount(rejected)})
        </Button>
        <Button onClick={() => endReview(app)}>Begin another</Button>
      </div>
      <TextButton onClick={() => resumeReview(app)}>Look at the last one again</TextButton>
    </section>
  );
}
