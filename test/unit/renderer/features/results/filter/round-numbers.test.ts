import { expect, test } from 'vitest';
import { roundNumbersBetween } from '../../../../../../renderer/features/results/filter/use-completion.ts';

test.each<[number, number, readonly number[]]>([
  [11.3, 322.7, [50, 100, 150, 200, 250, 300]],
  [0.31, 0.97, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]],
  [-12, 9, [-10, -5, 0, 5]],
  [7, 7, [7]],
])('from %s to %s', (from, to, numbers) => {
  expect(roundNumbersBetween(from, to)).toEqual(numbers);
});

test('an empty or endless range has none', () => {
  expect(roundNumbersBetween(2, 1)).toEqual([]);
  expect(roundNumbersBetween(0, Number.POSITIVE_INFINITY)).toEqual([]);
});
