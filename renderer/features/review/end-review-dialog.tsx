import { Button, Modal } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useReview } from '../../context/use-stores.ts';
import { queueProgress } from '../../stores/review-queue.ts';
import styles from './review.module.css';
import { endReview } from './review-commands.ts';
import { texts } from './texts.ts';

/** Confirms the end of a review in which detections have no verdict yet. */
export function EndReviewDialog() {
  const app = useApp();
  const queue = useReview((state) => state.queue);
  const isAsked = useReview((state) => state.isEndAsked);
  const close = () => app.stores.review.getState().setEndAsked(false);
  if (!queue || !isAsked) return null;
  return (
    <Modal
      opened
      onClose={close}
      title={texts.endTitle}
      size={440}
      closeButtonProps={{ 'aria-label': texts.endClose }}
    >
      <p className={styles.dialogText}>{texts.endBody(queueProgress(queue).remaining)}</p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={close}>
          {texts.endCancel}
        </Button>
        <Button onClick={() => endReview(app)}>{texts.endConfirm}</Button>
      </div>
    </Modal>
  );
}
