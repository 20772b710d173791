import { Button, Modal } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useReview } from '../../context/use-stores.ts';
import { queueProgress } from '../../stores/review-queue.ts';
import styles from './review.module.css';
import { discardReview } from './review-commands.ts';
import { texts } from './texts.ts';

/** Asks before a review is discarded in which some detections have no verdict. */
export function DiscardReviewDialog() {
  const app = useApp();
  const queue = useReview((state) => state.queue);
  const isAsked = useReview((state) => state.isDiscardAsked);
  const close = () => app.stores.review.getState().setDiscardAsked(false);
  if (!queue || !isAsked) return null;
  return (
    <Modal opened onClose={close} title={texts.discard.title} size={440}>
      <p className={styles.dialogText}>{texts.discard.body(queueProgress(queue).remaining)}</p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={close}>
          {texts.discard.cancel}
        </Button>
        <Button onClick={() => discardReview(app)}>{texts.discard.confirm}</Button>
      </div>
    </Modal>
  );
}
