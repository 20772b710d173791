import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryKeys } from '../../../../renderer/api/query-keys.ts';
import { dependsOnReviews } from '../../../../renderer/context/depends-on-reviews.ts';

const depends = (queryKey: readonly unknown[]) =>
  dependsOnReviews({ queryKey, queryHash: hashKey(queryKey) });

test('what shows reviews is read again after a verdict', () => {
  expect(depends(queryKeys.detectionDetail(7))).toBe(true);
  expect(depends(queryKeys.detections([7]))).toBe(true);
  expect(depends(queryKeys.counts({ verdicts: ['confirmed'] }))).toBe(true);
  expect(depends(queryKeys.team())).toBe(true);
});

test('what a verdict cannot change is not read again: the rows of a queue, passes and processors of a record', () => {
  expect(depends(queryKeys.queueRows([7]))).toBe(false);
  expect(depends(queryKeys.passesOfRecord('a'))).toBe(false);
  expect(depends(queryKeys.recordProcessors('a'))).toBe(false);
  expect(depends(queryKeys.parameters())).toBe(false);
  expect(depends(queryKeys.counts({}))).toBe(false);
  expect(depends(queryKeys.areas())).toBe(false);
});
