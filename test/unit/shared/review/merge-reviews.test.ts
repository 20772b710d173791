import { expect, it } from 'vitest';
import { createMergeOrder, type HistoricalReview } from '../../../../shared/review/merge-order.ts';
import {
  mergeReview,
  planReviewMerge,
  type ReviewOfDetection,
} from '../../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../../shared/review/review.ts';

const review: Review = {
  verdict: 'confirmed',
  flagged: false,
  note: '',
  reviewer: 'anna',
  reviewedAt: '2026-11-20T08:00:00.000Z',
};

it('determines the result for an arriving and a present review', () => {
  expect(mergeReview(undefined, review)).toBe('new');
  expect(mergeReview(review, { ...review, reviewedAt: '2026-11-21T08:00:00.000Z' })).toBe('same');
  expect(mergeReview(review, { ...review, reviewer: 'berta' })).toBe('same');
  const later = { ...review, verdict: 'rejected' as const, reviewedAt: '2026-11-20T09:00:00+00:00' };
  // A later time alone proves nothing: anyone can write it into a file under any name.
  expect(mergeReview(review, later)).toBe('conflict');
  expect(mergeReview(review, later, 'there-later')).toBe('newer');
  expect(mergeReview(later, review)).toBe('older');
  expect(mergeReview(review, { ...later, reviewer: 'berta' })).toBe('conflict');
  expect(mergeReview(review, { ...review, note: 'tug', reviewer: 'berta' })).toBe('conflict');
});

it('the present review of a conflict stays unless the caller decides otherwise', () => {
  const entry = (identity: string, changes: Partial<Review> = {}): ReviewOfDetection => ({
    recordId: 'r',
    identity,
    review: { ...review, ...changes },
  });
  const present = [entry('chip 0 a'), entry('chip 0 b'), entry('chip 0 c')];
  const arriving = [
    entry('chip 0 a', { verdict: 'rejected', reviewer: 'berta' }),
    entry('chip 0 b', { verdict: 'unsure', reviewer: 'berta' }),
    entry('chip 0 c', { note: 'later', reviewedAt: '2026-11-22T08:00:00.000Z' }),
    entry('chip 0 d'),
    // Twice in one file: the first counts.
    entry('chip 0 d', { verdict: 'rejected' }),
  ];
  const orderOf = ({ identity }: ReviewOfDetection) => (identity === 'chip 0 c' ? 'there-later' : 'apart');
  const plan = planReviewMerge(present, arriving, () => false, orderOf);
  expect(plan.counts).toEqual({ new: 1, same: 0, newer: 1, older: 0, conflict: 2 });
  expect(plan.accepted.map(({ identity }) => identity)).toEqual(['chip 0 c', 'chip 0 d']);
  const chosen = planReviewMerge(present, arriving, ({ identity }) => identity === 'chip 0 a', orderOf);
  expect(chosen.accepted.map(({ identity }) => identity)).toEqual(['chip 0 a', 'chip 0 c', 'chip 0 d']);
  expect(chosen.accepted[0]?.review.reviewer).toBe('berta');
});

it('prefers the order of the histories to times', () => {
  const of = (changes: Partial<Review>, isAct = true): HistoricalReview => ({
    recordId: 'r',
    identity: 'chip 0 a',
    review: { ...review, ...changes },
    isLocalChange: isAct,
  });
  const first = of({ reviewedAt: '2026-11-20T08:00:00.000Z' });
  const second = of({ verdict: 'unsure', reviewedAt: '2026-11-20T09:00:00.000Z' });
  const undone = of({ reviewedAt: '2026-11-20T10:00:00.000Z' });
  // Here the second was taken back, so the first stands, of an earlier time than what stands there.
  const order = createMergeOrder([first, second, undone], [first, second]);
  expect(order(first, second)).toBe('here-later');
  expect(mergeReview(first.review, second.review, 'here-later')).toBe('older');
  expect(createMergeOrder([first, second], [first, second, undone])(second, first)).toBe('there-later');
  expect(mergeReview(second.review, first.review, 'there-later')).toBe('newer');
  // Two who have never heard of each other.
  const berta = of({ verdict: 'rejected', reviewer: 'berta' });
  expect(createMergeOrder([first], [berta])(first, berta)).toBe('apart');
  // Once decided here, the same conflict is not shown again.
  expect(createMergeOrder([first, { ...berta, isLocalChange: false }], [berta])(first, berta)).toBe(
    'here-later',
  );
  // Overruled there by somebody who knew: this side gets the conflict all the same.
  expect(createMergeOrder([first], [{ ...first, isLocalChange: false }, berta])(first, berta)).toBe(
    'there-later',
  );
  expect(mergeReview(first.review, berta.review, 'there-later')).toBe('conflict');
});
