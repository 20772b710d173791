import { Button, Modal } from '@mantine/core';
import { formatCount } from '../../../shared/format.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import { useApp } from '../../context/app-context.tsx';
import { useResults, useReview } from '../../context/use-stores.ts';
import { queueProgress } from '../../stores/review-queue.ts';
import styles from './review.module.css';
import { reviewDetections } from './review-commands.ts';
import { texts } from './texts.ts';

/** Confirms a review change of several detections at once. */
export function BulkReviewDialog() {
  const app = useApp();
  const request = useReview((state) => state.pendingConfirmation);
  const focusedId = useResults((state) => state.focusedId);
  const close = () => app.stores.review.getState().setPendingConfirmation(null);
  if (!request) return null;
  const { ids, change } = request;
  const apply = (targets: readonly number[]) => {
    close();
    void reviewDetections(app, targets, change);
  };
  const verb = changeVerb(change);
  return (
    <Modal opened onClose={close} title={texts.bulk.title(verb, ids.length)} size={440}>
      <p className={styles.dialogText}>{texts.bulk.text(ids.length)}</p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={() => apply(ids)}>
          {verb} {formatCount(ids.length)}
        </Button>
        {focusedId === null ? null : (
          <Button onClick={() => apply([focusedId])}>{texts.bulk.onlyOne(focusedId)}</Button>
        )}
        <Button onClick={close}>{texts.bulk.cancel}</Button>
      </div>
    </Modal>
  );
}

function changeVerb({ verdict, flagged }: ReviewChange): string {
  const { confirm, reject, unsure, clear, flag, unflag } = texts.bulk;
  if (verdict === undefined) return flagged ? flag : unflag;
  return verdict === null ? clear : { confirmed: confirm, rejected: reject, unsure }[verdict];
}

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
