import { describe, expect, it, test } from 'vitest';
import {
  compareOrders,
  describeOrderChange,
  needsAttention,
  summarizeOrderChanges,
} from '../../../../../shared/orders/list/order-changes.ts';
import { lastNotifications } from '../../../../../shared/orders/list/order-notification.ts';
import type { Order } from '../../../../../shared/orders/order.ts';

const order = (id: string, ...states: string[]): Order => ({
  id,
  descriptiveName: `Name of ${id}`,
  statusHistory: states.map((state, index) => ({ state, when: `2026-11-0${index + 1}T00:00:00.000Z` })),
});
const body = (before: Order[], after: Order[]) =>
  compareOrders(before, after).map((change) => describeOrderChange(change).body);

test('an order has one notification, with its last state', () => {
  const noticed = (id: string, ...states: string[]) =>
    compareOrders([order(id)], [order(id, ...states)]).map((change) => ({
      change,
      noticedAt: '2026-11-20T00:00:00Z',
      whileClosed: true,
    }));
  const all = [
    ...noticed('a', 'created'),
    ...noticed('b', 'created'),
    ...noticed('a', 'created', 'accepted'),
  ];
  expect(lastNotifications(all).map(({ change }) => describeOrderChange(change))).toMatchObject([
    { title: 'Name of b' },
    { title: 'Name of a', body: expect.stringMatching(/Accepted/) },
  ]);
});

describe('needsAttention', () => {
  it.each([
    ['accepted', false],
    ['completed', false],
    ['closed', false],
    ['cancelled', true],
    ['payment-pending', true],
    ['rejected by a machine', true],
  ])('is for an order that is now “%s”: %s', (state, expected) => {
    const [change] = compareOrders([order('a', 'created')], [order('a', 'created', state)]);
    expect(change && needsAttention(change)).toBe(expected);
  });
});

describe('compareOrders', () => {
  it('finds nothing where nothing changed', () => {
    const orders = [order('a', 'created'), order('b'), { id: 'c' }, { id: 'd', statusHistory: null }];
    expect(compareOrders(orders, structuredClone(orders).reverse())).toEqual([]);
    expect(compareOrders([], [])).toEqual([]);
  });
  it('finds new orders, and new states in their order', () => {
    const after = [order('new', 'created'), order('a', 'created', 'under-review', 'accepted')];
    expect(compareOrders([order('a', 'created')], after)).toEqual([
      { kind: 'new', orderId: 'new', descriptiveName: 'Name of new', state: 'created' },
      {
        kind: 'states',
        orderId: 'a',
        descriptiveName: 'Name of a',
        from: 'created',
        added: after[1]?.statusHistory?.slice(1),
      },
    ]);
  });
  it('finds a first state, and one that repeats the last', () => {
    expect(compareOrders([order('a')], [order('a', 'created')])).toMatchObject([
      { kind: 'states', from: null },
    ]);
    expect(compareOrders([order('a', 'open')], [order('a', 'open', 'open')])).toMatchObject([
      { kind: 'states' },
    ]);
  });
  it('detects altered histories: changed, shortened, prepended, with another date', () => {
    const before = order('a', 'created', 'accepted');
    const redated = {
      ...before,
      statusHistory: [
        { state: 'created', when: '2026-10-01T00:00:00Z' },
        ...(before.statusHistory ?? []).slice(1),
      ],
    };
    for (const after of [
      order('a', 'created', 'cancelled'),
      order('a', 'created'),
      order('a', 'open', 'created', 'accepted'),
      order('a'),
      redated,
    ]) {
      expect(compareOrders([before], [after])).toMatchObject([{ kind: 'history-altered', orderId: 'a' }]);
    }
  });
  it('treats two notations of an instant as equal', () => {
    const before = { id: 'a', statusHistory: [{ state: 'created', when: '2026-11-01T00:00:00.000Z' }] };
    const after = { id: 'a', statusHistory: [{ state: 'created', when: '2026-11-01T00:00:00Z' }] };
    expect(compareOrders([before], [after])).toEqual([]);
    const odd = { id: 'a', statusHistory: [{ state: 'created', when: 'noon' }] };
    expect(compareOrders([odd], [structuredClone(odd)])).toEqual([]);
    expect(
      compareOrders([odd], [{ id: 'a', statusHistory: [{ state: 'created', when: 'dusk' }] }]),
    ).toHaveLength(1);
  });
  it('finds vanished orders last, unless the list is not complete', () => {
    const before = [order('gone', 'accepted'), order('a', 'created')];
    const after = [order('a', 'created', 'closed')];
    expect(compareOrders(before, after).map(({ kind }) => kind)).toEqual(['states', 'vanished']);
    expect(compareOrders(before, after, { isComplete: false }).map(({ kind }) => kind)).toEqual(['states']);
  });
  it('uses the later of two orders with the same id', () => {
    const after = [order('a', 'created'), order('a', 'created', 'closed')];
    expect(compareOrders([order('a', 'created')], after)).toMatchObject([{ kind: 'states' }]);
  });
});

describe('describeChange', () => {
  it('names the order and its state', () => {
    const [change] = compareOrders(
      [order('a', 'created')],
      [order('a', 'created', 'under-review', 'accepted')],
    );
    expect(change && describeOrderChange(change)).toEqual({
      title: 'Name of a',
      body: 'Under review, then Accepted. Order is approved and ready for delivery.',
    });
  });
  it('falls back on the identifier', () => {
    const [change] = compareOrders([], [{ id: '0123456789abcdef', descriptiveName: ' ' }]);
    expect(change && describeOrderChange(change)).toEqual({ title: 'Order 0123…cdef', body: 'New order.' });
  });
  it('shows unknown states unchanged', () => {
    expect(body([order('a')], [order('a', 'half-done')])).toEqual([
      "half-done. This state is not in the service's document.",
    ]);
  });
  it('describes altered and vanished orders', () => {
    expect(body([order('a', 'created')], [order('a', 'closed')])).toEqual([
      'The service changed the history of this order. Its state is now: Closed.',
    ]);
    expect(body([order('a', 'created')], [order('a')])).toEqual([
      'The service changed the history of this order. It has no state now.',
    ]);
    expect(body([order('a', 'created')], [])).toEqual([
      'The service does not list this order any more. Its last known state: Created.',
    ]);
  });
});

describe('summarizeChanges', () => {
  it('counts orders by the state reached', () => {
    const before = [
      order('a', 'created'),
      order('b', 'created'),
      order('c', 'created'),
      order('d', 'created'),
      order('e', 'created'),
    ];
    const after = [
      order('a', 'created', 'in-progress', 'completed'),
      order('b', 'created', 'completed'),
      order('c', 'created', 'closed'),
      order('d', 'open'),
      order('f', 'created'),
    ];
    expect(summarizeOrderChanges(compareOrders(before, after))).toEqual([
      '2 orders now Completed',
      '1 order now Closed',
      '1 order new',
      '1 order with a history that the service changed',
      '1 order no longer listed by the service',
    ]);
    expect(summarizeOrderChanges([])).toEqual([]);
  });
});
