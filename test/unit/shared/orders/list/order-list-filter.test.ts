import { describe, expect, it, test } from 'vitest';
import type { AccountName } from '../../../../../shared/orders/account-names.ts';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import {
  emptyOrderListFilter,
  filterOrderList,
  newestOrdersFirst,
  type OrderListFilter,
  type OrderListSort,
  orderListChoices,
  ownOrders,
  toOrderListItems,
} from '../../../../../shared/orders/list/order-list-filter.ts';
import type { KnownOrder } from '../../../../../shared/orders/order.ts';
import type { Submission } from '../../../../../shared/orders/request/submission.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';

const requestWith = (...analytics: string[]) => {
  const built = draftToRequest(makeDraft({ analytics }), []);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.bodyText;
};
const item = (
  id: string,
  name: string | null,
  states: [string, string][],
  requestText?: string,
  notes = '',
): KnownOrder => ({
  order: {
    id,
    descriptiveName: name,
    customerNotes: notes,
    statusHistory: states.map(([state, when]) => ({ state, when })),
  },
  ...(requestText === undefined ? {} : { requestText }),
  firstSeenAt: '',
  lastSeenAt: '',
});
const itemsOf = (orders: readonly KnownOrder[], accountNames: readonly AccountName[] = []) =>
  toOrderListItems({ orders, submissions: [], accountNames });
const items = itemsOf([
  item(
    '1',
    'Port 10',
    [
      ['created', '2026-11-03T00:00:00Z'],
      ['accepted', '2026-11-09T00:00:00Z'],
    ],
    requestWith('SPEX'),
  ),
  item(
    '2',
    'port 9',
    [['created', '2026-11-05T00:00:00Z']],
    requestWith('SPEX', 'CarCounting'),
    'Call the HARBOUR first',
  ),
  item('3', null, []),
  item(
    '4',
    'Airfield S\u00e3o Jos\u00e9',
    [
      ['created', '2026-11-01T00:00:00Z'],
      ['odd state', 'noon'],
    ],
    'not JSON',
  ),
]);
const idsOf = (filter: Partial<OrderListFilter>, sort: OrderListSort = newestOrdersFirst) =>
  filterOrderList(items, { ...emptyOrderListFilter, ...filter }, sort).map(
    ({ stored: known }) => known.order.id,
  );

describe('filterOrderList', () => {
  test.each<[string, Partial<OrderListFilter>, string[]]>([
    ['everything', {}, ['2', '1', '4', '3']],
    ['a word in any case', { text: 'PORT' }, ['2', '1']],
    ['all of the words, wherever', { text: ' harbour  carcounting ' }, ['2']],
    ['a word whose accents are letters of their own', { text: 'sa\u0303o JOSE\u0301' }, ['4']],
    ['words of which one is missing', { text: 'harbour airfield' }, []],
    ['a state', { states: ['created'] }, ['2']],
    ['one of several states', { states: ['created', 'odd state'] }, ['2', '4']],
    ['no state', { states: [null] }, ['3']],
    ['an analytic', { analytics: ['CarCounting'] }, ['2']],
    ['one of several analytics', { analytics: ['CarCounting', 'SPEX'] }, ['2', '1']],
    ['all at once', { text: 'port', states: ['accepted'], analytics: ['SPEX'] }, ['1']],
  ])('shows %s', (_, filter, ids) => {
    expect(idsOf(filter)).toEqual(ids);
  });

  test.each<[OrderListSort, string[]]>([
    [{ field: 'created', order: 'ASC' }, ['4', '1', '2', '3']],
    [{ field: 'changed', order: 'DESC' }, ['1', '2', '3', '4']],
    [{ field: 'changed', order: 'ASC' }, ['2', '1', '3', '4']],
    [{ field: 'name', order: 'ASC' }, ['4', '2', '1', '3']],
    [{ field: 'name', order: 'DESC' }, ['1', '2', '4', '3']],
    [{ field: 'state', order: 'ASC' }, ['1', '2', '4', '3']],
  ])('sorts by %j, what has no value last', (sort, ids) => {
    expect(idsOf({}, sort)).toEqual(ids);
  });

  it('leaves the list that it is given as it is', () => {
    const given = [...items];
    filterOrderList(given, emptyOrderListFilter, { field: 'name', order: 'ASC' });
    expect(given).toEqual(items);
  });
});

describe('orderListChoices', () => {
  it('counts states and analytics, those of tomorrow too', () => {
    expect(orderListChoices(items)).toEqual({
      states: [
        { state: 'accepted', count: 1 },
        { state: 'created', count: 1 },
        { state: null, count: 1 },
        { state: 'odd state', count: 1 },
      ],
      analytics: [
        { analytic: 'SPEX', count: 2 },
        { analytic: 'CarCounting', count: 1 },
      ],
      owners: [],
      customers: [],
      ownCount: null,
    });
  });
});

it('distinguishes an order with a missing request from one without analytics', () => {
  expect(items.map(({ analytics }) => analytics)).toEqual([['SPEX'], ['SPEX', 'CarCounting'], null, null]);
});

describe('names of owners and customers', () => {
  const owned = (id: string, owner: string, customer = 'customer-uuid'): KnownOrder => {
    const known = item(id, `Order ${id}`, []);
    return { ...known, order: { ...known.order, owner, customer } };
  };
  const orders = [owned('1', 'uuid-a'), owned('2', 'uuid-b'), owned('3', 'uuid-a', 'other-customer')];
  const names: readonly AccountName[] = [
    { id: 'uuid-a', name: 'Kim Ji-woo', isMe: true },
    { id: 'customer-uuid', name: 'Harbor authority', isMe: false },
  ];
  const found = (filter: Partial<OrderListFilter>, given = itemsOf(orders, names)) =>
    filterOrderList(given, { ...emptyOrderListFilter, ...filter }, newestOrdersFirst).map(
      ({ stored }) => stored.order.id,
    );

  it('are searched, and filter by owner and by customer', () => {
    expect(found({ text: 'kim' })).toEqual(['1', '3']);
    expect(found({ text: 'harbor authority' })).toEqual(['1', '2']);
    expect(found({ owners: ['uuid-b'] })).toEqual(['2']);
    expect(found({ owners: [ownOrders] })).toEqual(['1', '3']);
    expect(found({ owners: [ownOrders, 'uuid-b'] })).toEqual(['1', '2', '3']);
    expect(found({ customers: ['other-customer'] })).toEqual(['3']);
    expect(found({ customers: ['customer-uuid'], owners: ['uuid-a'] })).toEqual(['1']);
    expect(found({ customers: ['customer-uuid'] }, items)).toEqual([]);
    expect(orderListChoices(itemsOf(orders, names))).toMatchObject({
      owners: [
        { id: 'uuid-a', name: 'Kim Ji-woo', count: 2 },
        { id: 'uuid-b', name: '', count: 1 },
      ],
      customers: [
        { id: 'customer-uuid', name: 'Harbor authority', count: 2 },
        { id: 'other-customer', name: '', count: 1 },
      ],
      ownCount: 2,
    });
  });

  it('without a mark, the owner of an order placed here is the signed-in user', () => {
    const placed = { orderId: '2' } as Submission;
    const given = toOrderListItems({ orders, submissions: [placed], accountNames: [] });
    expect(found({ owners: [ownOrders] }, given)).toEqual(['2']);
    expect(orderListChoices(itemsOf(orders)).ownCount).toBeNull();
  });
});
