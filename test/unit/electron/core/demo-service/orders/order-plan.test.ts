import { describe, expect, it } from 'vitest';
import { planOrder } from '../../../../../../electron/core/demo-service/orders/order-plan.ts';
import { toOrderResponse } from '../../../../../../electron/core/demo-service/orders/stored-order.ts';
import { testNow } from '../../../../../builders/demo-service.ts';

const minute = 60_000;
const statesOf = (id: string) => planOrder(id, testNow, 1).map(({ state }) => state);
const ids = Array.from({ length: 300 }, (_, index) => `order ${index}`);

describe("an order's life", () => {
  it('mostly goes from created to completed, with some waiting for payment and some ending early', () => {
    const lives = new Map<string, number>();
    for (const id of ids) {
      const life = statesOf(id).join(' > ');
      lives.set(life, (lives.get(life) ?? 0) + 1);
    }
    expect([...lives.keys()].sort()).toEqual([
      'created > under-review > accepted > cancelled',
      'created > under-review > accepted > in-progress > completed',
      'created > under-review > closed',
      'created > under-review > payment-pending > accepted > in-progress > completed',
    ]);
    expect(lives.get('created > under-review > accepted > in-progress > completed')).toBeGreaterThan(150);
  });

  it('depends on the order alone and takes some minutes', () => {
    for (const id of ids) {
      const plan = planOrder(id, testNow, 1);
      expect(planOrder(id, testNow, 1)).toEqual(plan);
      const times = plan.map(({ when }) => Date.parse(when));
      expect(times[0]).toBe(testNow);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      expect(times.at(-1)).toBeLessThan(testNow + 5 * minute);
    }
  });

  it('goes faster by its pace', () => {
    const last = (pace: number) => Date.parse(planOrder('order 1', testNow, pace).at(-1)?.when ?? '');
    expect((last(1) - testNow) / (last(10) - testNow)).toBeCloseTo(10, 1);
  });

  it('is not in progress before the ordered time begins', () => {
    const startsAt = testNow + 2 * 24 * 60 * minute;
    for (const id of ids) {
      const plan = planOrder(id, testNow, 1, startsAt);
      const times = plan.map(({ when }) => Date.parse(when));
      expect(times).toEqual([...times].sort((one, other) => one - other));
      const begun = plan.findIndex(({ state }) => state === 'in-progress');
      if (begun >= 0) expect(times[begun]).toBe(startsAt);
    }
  });

  it('shows what has happened and keeps what is to come', () => {
    const id = ids.find((candidate) => statesOf(candidate).at(-1) === 'completed') ?? '';
    const order = {
      id,
      requestId: 'r',
      owner: 'o',
      customer: 'c',
      requestText: '{"descriptiveName":"A","customerNotes":3}',
      plan: planOrder(id, testNow, 1),
    };
    expect(toOrderResponse(order, testNow)).toEqual({
      id,
      descriptiveName: 'A',
      request: 'r',
      owner: 'o',
      customer: 'c',
      products: [],
      statusHistory: [{ state: 'created', when: '2026-11-20T12:00:00.000Z' }],
    });
    const later = toOrderResponse(order, testNow + 10 * minute);
    expect(later.statusHistory.at(-1)?.state).toBe('completed');
    expect(later.products.length).toBeGreaterThan(0);
    expect(toOrderResponse(order, testNow + 20 * minute).products).toEqual(later.products);
  });
});
