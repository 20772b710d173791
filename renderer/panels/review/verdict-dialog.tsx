import { Button, Modal } from '@mantine/core';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useReview } from '../../app/use-stores.ts';
import { sayOf } from '../../commands/review-work.ts';
import { formatCount } from '../../components/format.ts';
import styles from './review.module.css';

/** Asks before a verdict is given to several detections at once. */
export function VerdictDialog() {
  const app = useApp();
  const asking = useReview((state) => state.asking);
  const focusedId = useResults((state) => state.focusedId);
  const close = () => app.stores.review.setState({ asking: null });
  if (!asking) return null;
  const { ids, change } = asking;
  const say = (which: readonly number[]) => {
    close();
    void sayOf(app, which, change);
  };
  const verb = verbOf(change);
  return (
    <Modal opened onClose={close} title={`${verb} ${formatCount(ids.length)} detections?`} size={440}>
      <p className={styles.dialogText}>
        This applies to all {formatCount(ids.length)} selected detections, also to those that have a verdict
        already. Ctrl Z takes it back.
      </p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={() => say(ids)}>
          {verb} {formatCount(ids.length)}
        </Button>
        {focusedId === null ? null : (
          <Button onClick={() => say([focusedId])}>Only detection {focusedId}</Button>
        )}
        <Button onClick={close}>Cancel</Button>
      </div>
    </Modal>
  );
}

function verbOf({ verdict, flagged }: ReviewChange): string {
  switch (verdict) {
    case 'confirmed':
      return 'Confirm';
    case 'rejected':
      return 'Reject';
    case 'unsure':
      return 'Mark as unsure';
    case null:
      return 'Take the verdict from';
    case undefined:
      return flagged ? 'Flag' : 'Take the flag from';
  }
}
