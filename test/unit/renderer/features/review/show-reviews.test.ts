import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { updateCachedReviews } from '../../../../../renderer/features/review/show-reviews.ts';
import type { DetectionDetail } from '../../../../../shared/results/detection.ts';
import type { Review } from '../../../../../shared/review/review.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const said: Review = {
  verdict: 'confirmed',
  flagged: false,
  note: '',
  reviewer: 'analyst@example.org',
  reviewedAt: '2026-11-20T09:00:00.000Z',
};

function detailWith(review: Review | null): DetectionDetail {
  return { detection: { id: 7, review } } as unknown as DetectionDetail;
}

test('a response that was read before a verdict was written does not replace it', async () => {
  const { queries, queryClient } = pageApi();
  const queryKey = queries.results.detail.queryKey(7);
  let written: Review | null = null;
  const responses: (() => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => {
      const read = detailWith(written);
      return new Promise<DetectionDetail>((resolve) => responses.push(() => resolve(read)));
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  const response = () => responses.shift()?.();
  await expect.poll(() => responses.length).toBe(1);
  written = said;
  updateCachedReviews({ queries, queryClient }, [{ id: 7, review: said }]);
  response();
  await expect.poll(() => responses.length).toBe(1);
  response();
  await expect.poll(() => queryClient.getQueryData(queryKey)?.detection.review).toEqual(said);
});

test('a verdict that is not written yet is shown without the one who gave the former', () => {
  const { queries, queryClient } = pageApi();
  queryClient.setQueryData<unknown>(queries.results.detail.queryKey(7), detailWith(said));
  updateCachedReviews({ queries, queryClient }, [{ id: 7, change: { verdict: 'rejected' } }]);
  expect(queryClient.getQueryData(queries.results.detail.queryKey(7))?.detection.review).toEqual({
    ...said,
    verdict: 'rejected',
    reviewer: '',
  });
});
