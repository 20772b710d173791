import { Button, Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useReviewStage } from '../../context/use-review-stage.ts';
import { useResults, useReview } from '../../context/use-stores.ts';
import { queueProgress } from '../../stores/review-queue.ts';

import { HotkeyText } from '../../ui/hotkey-text.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { QueueProgressBar, QueueState, VerdictCounts } from './queue-progress-bar.tsx';
import styles from './review.module.css';
import { endOrAsk } from './review-commands.ts';
import { reviewTexts as texts } from './texts.ts';

const keys: readonly { readonly keys: readonly string[]; readonly title: string }[] = [
  { keys: ['C'], title: 'Confirm' },
  { keys: ['X'], title: 'Reject' },
  { keys: ['U'], title: 'Unsure' },
  { keys: ['F'], title: 'Flag' },
  { keys: ['N'], title: 'Note' },
  { keys: ['J', '→'], title: 'Next' },
  { keys: ['K', '←'], title: 'Previous' },
  { keys: ['Z'], title: 'Undo' },
  { keys: ['Q'], title: 'Pause' },
];

/** A running or paused review queue: its progress and keys. */
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
    <section aria-label="Review in progress" data-state={queue.state} data-saved={isSaved}>
      <p className={styles.title}>{queue.title}</p>
      <QueueState progress={progress} />
      {stage ? null : <QueueProgressBar progress={progress} />}
      <VerdictCounts progress={progress} />
      <p className={styles.place}>
        {isRunning ? `At ${formatCount(queue.at + 1)} of ${formatCount(queue.ids.length)}` : 'Paused'}
        {writing > 1 && !hasUnsaved ? ` · saving ${formatCount(writing)}` : ''}
      </p>
      {stage ? null : (
        <div className={styles.actions}>
          <Button variant={isRunning ? 'default' : 'filled'} onClick={() => commands.run('review.pause')}>
            {isRunning ? 'Pause' : 'Resume'}
          </Button>
          <Button onClick={() => endOrAsk(app)}>{texts.end}</Button>
        </div>
      )}
      {queue.missingCount > 0 ? <MissingDetections count={queue.missingCount} /> : null}
      {isElsewhere ? (
        <Note>
          The inspector shows another detection or item than the one under review.{' '}
          <TextButton onClick={() => stores.results.getState().focus(queue.ids[queue.at] ?? null)}>
            Inspect the one under review
          </TextButton>
        </Note>
      ) : null}
      {isRunning ? (
        <>
          <dl className={styles.keys} aria-label="Keys of the review">
            {keys.map(({ keys: hotkeys, title }) => (
              <div key={title}>
                <dt>
                  {hotkeys.map((key) => (
                    <HotkeyText key={key} hotkey={key} />
                  ))}
                </dt>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            mt={10}
            label="Stay on the detection after a verdict"
            checked={staysAfterVerdict}
            onChange={(event) => {
              stores.review.getState().setStaysAfterVerdict(event.currentTarget.checked);
              // A focused field would receive the keys of the review.
              event.currentTarget.blur();
            }}
          />
        </>
      ) : (
        <p className={styles.lead}>
          The review is saved, even when Sightline is closed, until you resume or end it. Its verdicts are
          saved either way.
        </p>
      )}
    </section>
  );
}

/** A note that detections of the queue were removed from the workspace; the cause is not known. */
function MissingDetections({ count }: { readonly count: number }) {
  const { commands } = useApp();
  return (
    <Note tone="warn">
      {formatQuantity(count, 'detection')} of this review {count === 1 ? 'is' : 'are'} no longer in the
      workspace: {count === 1 ? 'its record was' : 'their records were'} fetched again without{' '}
      {count === 1 ? 'it' : 'them'}, or another program or a rebuild of the workspace removed{' '}
      {count === 1 ? 'it' : 'them'}. Verdicts that were set are saved.{' '}
      <TextButton onClick={() => commands.run('review.unattached')}>
        List verdicts without a detection
      </TextButton>
    </Note>
  );
}
