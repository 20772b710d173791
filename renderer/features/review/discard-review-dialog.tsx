import { Button, Modal } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useReview } from '../../context/use-stores.ts';
import { queueProgress } from '../../stores/review-queue.ts';
import styles from './review.module.css';
import { texts } from './texts.ts';

/** Asks before a review in which some detections have no verdict is discarded or replaced by another one. */
export function DiscardReviewDialog() {
  const app = useApp();
  const queue = useReview((state) => state.queue);
  const replace = useReview((state) => state.pendingReplacement);
  const close = () => app.stores.review.getState().setPendingReplacement(null);
  if (!queue || !replace) return null;
  const confirm = () => {
    close();
    void replace();
  };
  return (
    <Modal opened onClose={close} title={texts.discard.title} size={440}>
      <p className={styles.dialogText}>{texts.discard.body(queueProgress(queue).remaining)}</p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={close}>
          {texts.discard.cancel}
        </Button>
        <Button onClick={confirm}>{texts.discard.confirm}</Button>
      </div>
    </Modal>
  );
}
