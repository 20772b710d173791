import { describe, expect, it, test } from 'vitest';
import {
  computeOrderStatistics,
  detectLongStay,
} from '../../../../../shared/orders/list/order-statistics.ts';
import type { Order } from '../../../../../shared/orders/order.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 1);
const instant = (hours: number) => new Date(start + hours * hour).toISOString();
/** An order whose history enters the states at these hours. */
const order = (...history: [state: string, hours: number | string][]): Order => ({
  id: 'id',
  statusHistory: history.map(([state, hours]) => ({
    state,
    when: typeof hours === 'string' ? hours : instant(hours),
  })),
});
const reviewed = (hours: number) => order(['under-review', 0], ['accepted', hours]);

describe('computeOrderStatistics', () => {
  it('returns median and quartiles of completed stays', () => {
    const statistics = computeOrderStatistics([1, 2, 3, 4, 100].map(reviewed));
    expect(statistics.get('under-review')).toEqual({
      state: 'under-review',
      medianMs: 3 * hour,
      lowerQuartileMs: 2 * hour,
      upperQuartileMs: 4 * hour,
      stays: 5,
    });
    expect(statistics.has('accepted')).toBe(false);
  });
  it('has no statistic for fewer than three stays', () => {
    expect(computeOrderStatistics([1, 2].map(reviewed)).size).toBe(0);
    expect(computeOrderStatistics([1, 2, 3].map(reviewed)).size).toBe(1);
  });
  it('passes over disorder, and nothing else', () => {
    const statistics = computeOrderStatistics([
      ...[1, 2, 3].map(reviewed),
      order(['under-review', 50], ['accepted', 10], ['in-progress', 12]),
      order(['under-review', 'yesterday'], ['accepted', 10]),
      order(['under-review', 0], ['accepted', '']),
      order(['under-review', 0], ['created', -5], ['accepted', 3]),
      order(),
      { id: 'none', statusHistory: null },
    ]);
    expect(statistics.get('under-review')).toMatchObject({ stays: 3, medianMs: 2 * hour });
  });
  it('ignores stays that start or end with a time out of order', () => {
    const disorder = order(['under-review', 0], ['created', -5], ['accepted', 3]);
    expect(computeOrderStatistics([disorder, disorder, disorder]).size).toBe(0);
  });
  it('treats repeated entries as one stay, and a return as another', () => {
    const statistics = computeOrderStatistics([
      order(['open', 0], ['open', 1], ['accepted', 4], ['open', 5], ['accepted', 7]),
      order(['open', 0], ['accepted', 6]),
    ]);
    expect(statistics.get('open')).toMatchObject({ stays: 3, medianMs: 4 * hour });
  });
});

describe('longerThanUsual', () => {
  const statistics = computeOrderStatistics([1, 2, 3, 4, 5].map(reviewed));
  const waiting = order(['created', 0], ['under-review', 10]);

  it('detects a stay beyond the fence, and states the usual duration', () => {
    // Quartiles 2 and 4 hours: the fence lies at 4 + 1.5 × 2 = 7 hours.
    expect(detectLongStay(waiting, statistics, start + 17 * hour)).toBeNull();
    expect(detectLongStay(waiting, statistics, start + 17 * hour + 1)).toMatchObject({
      forMs: 7 * hour + 1,
      text: 'Under review for 7 h; usually about 3 h (median of the 5 times that your orders left this state).',
    });
  });
  it('allows for half as long again where all stays were alike', () => {
    const alike = computeOrderStatistics([4, 4, 4].map(reviewed));
    expect(detectLongStay(waiting, alike, start + 16 * hour)).toBeNull();
    expect(detectLongStay(waiting, alike, start + 16 * hour + 1)).not.toBeNull();
  });
  it('counts from the first of repeated entries', () => {
    const repeated = order(['under-review', 0], ['under-review', 9]);
    expect(detectLongStay(repeated, statistics, start + 10 * hour)).toMatchObject({ forMs: 10 * hour });
  });
  test.each<[string, Order]>([
    ['a state without statistics', order(['created', 0])],
    ['a state of tomorrow', order(['tomorrow', 0])],
    ['a time that cannot be read', order(['under-review', 'long ago'])],
    ['no history', order()],
  ])('says nothing of %s', (_, given) => {
    expect(detectLongStay(given, statistics, start + 1000 * hour)).toBeNull();
  });
  it('ignores final states, even with statistics', () => {
    const reopened = computeOrderStatistics([1, 2, 3].map((hours) => order(['closed', 0], ['open', hours])));
    expect(reopened.has('closed')).toBe(true);
    expect(detectLongStay(order(['closed', 0]), reopened, start + 1000 * hour)).toBeNull();
  });
  it('returns null when the clock is behind', () => {
    expect(detectLongStay(waiting, statistics, start)).toBeNull();
  });
});
