import { expect, test } from 'vitest';
import {
  describeInView,
  describeUnfinishedOrders,
} from '../../../../../renderer/features/shell/status-bar.tsx';
import { describeOrderState } from '../../../../../shared/orders/list/order-timeline.ts';
import { type Order, orderStates } from '../../../../../shared/orders/order.ts';

test('while passes are compared, the count in view is that of their maps', () => {
  expect(describeInView({ comparedView: null, inView: null })).toBeNull();
  expect(describeInView({ comparedView: null, inView: 1200 })).toBe('In view 1,200');
  const view = { scaleDenominator: 50_000, inView: { a: 3, b: 12 } };
  expect(describeInView({ comparedView: { ...view, isSwipe: false }, inView: 1200 })).toBe(
    'In view A 3 · B 12',
  );
  expect(describeInView({ comparedView: { ...view, isSwipe: true }, inView: 1200 })).toBe(
    'In extent A 3 · B 12',
  );
});

const orderIn = (...states: readonly string[]): { readonly order: Order } => ({
  order: {
    id: states.join(),
    statusHistory: states.map((state) => ({ state, when: '2026-11-20T08:00:00Z' })),
  },
});

test('unfinished orders are all whose last state is not final; no state has this name', () => {
  const final = ['cancelled', 'closed', 'completed'];
  expect(describeUnfinishedOrders(orderStates.map((state) => orderIn(state)))).toBe(
    `${orderStates.length - final.length} unfinished orders`,
  );
  expect(describeUnfinishedOrders(final.map((state) => orderIn('in-progress', state)))).toBe(
    '0 unfinished orders',
  );
  // Without a history, and in a state that the service does not document.
  expect(describeUnfinishedOrders([orderIn(), orderIn('completed', 'reopened')])).toBe('2 unfinished orders');
  expect(describeUnfinishedOrders([orderIn('accepted'), orderIn('closed')])).toBe('1 unfinished order');
  // Before the list was loaded, no number is known.
  expect(describeUnfinishedOrders(null)).toBe('– unfinished orders');
  for (const state of orderStates) expect(describeOrderState(state).label).not.toMatch(/unfinished/i);
});
