import { expect, test } from 'vitest';
import {
  addVerdict,
  emptyTally,
  precisionOf,
  reviewedOf,
  wilsonInterval,
} from '../../../../../../electron/core/exchange/formats/accuracy-table.ts';

test.each([
  // Newcombe (1998), Statistics in Medicine 17, 857, table I: Wilson score method without continuity correction.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %i in %i is that of the literature', (successes, trials, low, high) => {
  const interval = wilsonInterval(successes, trials);
  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

test('an interval contains its share, is symmetric in both outcomes, and ends at 0 and 1', () => {
  for (let trials = 1; trials <= 60; trials += 1) {
    for (let successes = 0; successes <= trials; successes += 1) {
      const interval = wilsonInterval(successes, trials) ?? { low: Number.NaN, high: Number.NaN };
      const opposite = wilsonInterval(trials - successes, trials) ?? { low: Number.NaN, high: Number.NaN };
      expect(interval.low).toBeLessThanOrEqual(successes / trials);
      expect(interval.high).toBeGreaterThanOrEqual(successes / trials);
      expect(interval.low).toBeCloseTo(1 - opposite.high, 12);
      expect(interval.low).toBeGreaterThanOrEqual(0);
      expect(interval.high).toBeLessThanOrEqual(1);
    }
  }
  expect(wilsonInterval(0, 0)).toBeNull();
});

test('unsure counts as reviewed and not for precision', () => {
  const tally = emptyTally();
  for (const verdict of ['confirmed', 'confirmed', 'confirmed', 'rejected', 'unsure', null] as const) {
    addVerdict(tally, verdict);
  }
  expect([tally.total, reviewedOf(tally), precisionOf(tally)]).toEqual([6, 5, 0.75]);
  expect(precisionOf(emptyTally())).toBeNull();
});
