import { formatQuantity } from '../../shared/format.ts';
import { type Failure, fail } from '../../shared/result.ts';
import type { Stores } from '../stores/stores.ts';

/**
 * Waits until no change of reviews is left to be written, so that an export has all verdicts that the screen shows.
 * Resolves with the failure when a write has failed and is being repeated.
 */
export function whenReviewsAreWritten({ review }: Pick<Stores, 'review'>): Promise<Failure | null> {
  return new Promise((resolve) => {
    const check = () => {
      const { pendingWrites, unsaved } = review.getState();
      if (pendingWrites > 0 && unsaved === null) return;
      unsubscribe();
      resolve(unsaved && describeUnsaved(unsaved.changes.size, unsaved.failure));
    };
    const unsubscribe = review.subscribe(check);
    check();
  });
}

function describeUnsaved(detections: number, { message }: Failure): Failure {
  const what = `The reviews of ${formatQuantity(detections, 'detection')} are not saved: ${message}`;
  return fail('conflict', `${what} Save or discard them first, so that the file has what the screen shows.`)
    .failure;
}
