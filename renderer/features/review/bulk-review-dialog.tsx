import { Button, Modal } from '@mantine/core';
import { formatCount } from '../../../shared/format.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import { useApp } from '../../context/app-context.tsx';
import { useResults, useReview } from '../../context/use-stores.ts';

import styles from './review.module.css';
import { setReviews } from './review-writer.ts';

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
    void setReviews(app, targets, change);
  };
  const verb = changeVerb(change);
  return (
    <Modal opened onClose={close} title={`${verb} ${formatCount(ids.length)} detections?`} size={440}>
      <p className={styles.dialogText}>
        This applies to all {formatCount(ids.length)} selected detections, including those that already have a
        verdict. Ctrl Z undoes it.
      </p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={() => apply(ids)}>
          {verb} {formatCount(ids.length)}
        </Button>
        {focusedId === null ? null : (
          <Button onClick={() => apply([focusedId])}>Only detection {focusedId}</Button>
        )}
        <Button onClick={close}>Cancel</Button>
      </div>
    </Modal>
  );
}

function changeVerb({ verdict, flagged }: ReviewChange): string {
  switch (verdict) {
    case 'confirmed':
      return 'Confirm';
    case 'rejected':
      return 'Reject';
    case 'unsure':
      return 'Mark as unsure';
    case null:
      return 'Clear the verdict of';
    case undefined:
      return flagged ? 'Flag' : 'Remove the flag from';
  }
}
