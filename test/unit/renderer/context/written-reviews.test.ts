import { expect, test } from 'vitest';
import { whenReviewsAreWritten } from '../../../../renderer/context/written-reviews.ts';
import { createReviewStore } from '../../../../renderer/stores/review-store.ts';

test('waits for the last write', async () => {
  const review = createReviewStore();
  review.getState().setPendingWrites(2);
  const waiting = whenReviewsAreWritten({ review });
  review.getState().setPendingWrites(1);
  expect(await Promise.race([waiting, Promise.resolve('waiting')])).toBe('waiting');
  review.getState().setPendingWrites(0);
  expect(await waiting).toBeNull();
  expect(await whenReviewsAreWritten({ review })).toBeNull();
});

test('ends with the reason when a write has failed, without waiting for its repetition', async () => {
  const review = createReviewStore();
  review.getState().setPendingWrites(1);
  const waiting = whenReviewsAreWritten({ review });
  review.getState().setUnsaved({
    failure: { code: 'disk', message: 'The disk is full.' },
    changes: new Map([[7, [{ verdict: 'confirmed' }]]]),
  });
  expect((await waiting)?.message).toBe(
    'The reviews of 1 detection are not saved: The disk is full. Save or discard them first, so that the file has what the screen shows.',
  );
});
