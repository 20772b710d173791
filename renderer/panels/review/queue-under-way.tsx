import { Button, Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useReview } from '../../app/use-stores.ts';
import { endReview } from '../../commands/review-commands.ts';
import { formatCount, formatQuantity } from '../../components/format.ts';
import { HotkeyText } from '../../components/hotkey-text.tsx';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { queueProgress } from '../../stores/review-queue.ts';
import { ProgressOfQueue } from './queue-progress.tsx';
import styles from './review.module.css';

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

/** A queue that is gone through, or put aside: how far it has come, and its keys. */
export function QueueUnderWay() {
  const app = useApp();
  const { commands, stores } = app;
  const queue = useReview((state) => state.queue);
  const stays = useReview((state) => state.stays);
  const writing = useReview((state) => state.writing);
  const isKept = useReview((state) => state.isQueueKept && state.writing === 0);
  const focusedId = useResults((state) => state.focusedId);
  const progress = useMemo(() => queue && queueProgress(queue), [queue]);
  if (!queue || !progress) return null;
  const isRunning = queue.state === 'running';
  const isAside = isRunning && focusedId !== queue.ids[queue.at];
  return (
    <section aria-label="Review under way" data-state={queue.state} data-kept={isKept}>
      <p className={styles.title}>{queue.title}</p>
      <ProgressOfQueue progress={progress} />
      <p className={styles.place} aria-live="polite">
        {isRunning ? `At ${formatCount(queue.at + 1)} of ${formatCount(queue.ids.length)}` : 'Paused'}
        {writing > 1 ? ` · writing ${formatCount(writing)}` : ''}
      </p>
      <div className={styles.actions}>
        <Button variant={isRunning ? 'default' : 'filled'} onClick={() => commands.run('review.pause')}>
          {isRunning ? 'Pause' : 'Resume'}
        </Button>
        <Button onClick={() => endReview(app)}>End the review</Button>
      </div>
      {queue.gone > 0 ? (
        <Note tone="warn">
          {formatQuantity(queue.gone, 'detection')} of this review {queue.gone === 1 ? 'is' : 'are'} no longer
          in the workspace, because newer records have replaced {queue.gone === 1 ? 'it' : 'them'}. The rest
          is as it was.
        </Note>
      ) : null}
      {isAside ? (
        <Note>
          You look at another detection than the review does.{' '}
          <TextButton onClick={() => stores.results.getState().focus(queue.ids[queue.at] ?? null)}>
            Go back
          </TextButton>
        </Note>
      ) : null}
      {isRunning ? (
        <>
          <dl className={styles.keys} aria-label="Keys of the review">
            {keys.map(({ keys: pressed, title }) => (
              <div key={title}>
                <dt>
                  {pressed.map((key) => (
                    <HotkeyText key={key} hotkey={key} />
                  ))}
                </dt>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            mt={10}
            label="Stay after a verdict"
            checked={stays}
            onChange={(event) => {
              stores.review.setState({ stays: event.currentTarget.checked });
              // The keys of a review do nothing while a field has the focus.
              event.currentTarget.blur();
            }}
          />
        </>
      ) : (
        <p className={styles.lead}>
          It stays here, also when Sightline is closed, until you resume or end it. Its verdicts are kept
          either way.
        </p>
      )}
    </section>
  );
}
