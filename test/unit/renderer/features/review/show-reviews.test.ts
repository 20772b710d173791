import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { queryKeys } from '../../../../../renderer/api/query-keys.ts';
import { updateCachedReviews } from '../../../../../renderer/features/review/show-reviews.ts';
import type { DetectionDetail } from '../../../../../shared/results/detection.ts';
import type { Review } from '../../../../../shared/review/review.ts';

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
  const queryClient = new QueryClient();
  const queryKey = queryKeys.detectionDetail(7);
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
  updateCachedReviews(queryClient, [{ id: 7, review: said }]);
  response();
  await expect.poll(() => responses.length).toBe(1);
  response();
  await expect
    .poll(() => queryClient.getQueryData<DetectionDetail>(queryKey)?.detection.review)
    .toEqual(said);
});

test('a verdict that is not written yet is shown without the one who gave the former', () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queryKeys.detectionDetail(7), detailWith(said));
  updateCachedReviews(queryClient, [{ id: 7, change: { verdict: 'rejected' } }]);
  expect(queryClient.getQueryData<DetectionDetail>(queryKeys.detectionDetail(7))?.detection.review).toEqual({
    ...said,
    verdict: 'rejected',
    reviewer: '',
  });
});
