import { expect, test } from 'vitest';
import { countByPlace } from '../../../../../renderer/features/review/review-counts.tsx';

test('joins counts by place, the greatest sum first, with zeros and detections without a place', () => {
  const confirmed = [
    { key: 'Busan', count: 3 },
    { key: null, count: 4 },
  ];
  const rejected = [
    { key: 'Ulsan', count: 1 },
    { key: 'Busan', count: 2 },
  ];
  expect(countByPlace([confirmed, rejected, []])).toEqual([
    { place: 'Busan', counts: [3, 2, 0] },
    { place: null, counts: [4, 0, 0] },
    { place: 'Ulsan', counts: [0, 1, 0] },
  ]);
});
