import { Button, Modal } from '@mantine/core';
import { formatCount } from '../../../shared/format.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import { useApp } from '../../context/app-context.tsx';
import { useResults, useReview } from '../../context/use-stores.ts';

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
  switch (verdict) {
    case 'confirmed':
      return texts.bulk.confirm;
    case 'rejected':
      return texts.bulk.reject;
    case 'unsure':
      return texts.bulk.unsure;
    case null:
      return texts.bulk.clear;
    case undefined:
      return flagged ? texts.bulk.flag : texts.bulk.unflag;
  }
}
