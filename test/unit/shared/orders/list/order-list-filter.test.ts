import { describe, expect, it, test } from 'vitest';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import {
  emptyOrderListFilter,
  filterOrderList,
  newestOrdersFirst,
  type OrderListFilter,
  type OrderListSort,
  orderListChoices,
  toOrderListItem,
} from '../../../../../shared/orders/list/order-list-filter.ts';
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
) =>
  toOrderListItem({
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
const items = [
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
    'Airfield',
    [
      ['created', '2026-11-01T00:00:00Z'],
      ['odd state', 'noon'],
    ],
    'not JSON',
  ),
];
const idsOf = (filter: Partial<OrderListFilter>, sort: OrderListSort = newestOrdersFirst) =>
  filterOrderList(items, { ...emptyOrderListFilter, ...filter }, sort).map(
    ({ stored: known }) => known.order.id,
  );

describe('filterOrderList', () => {
  test.each<[string, Partial<OrderListFilter>, string[]]>([
    ['everything', {}, ['2', '1', '4', '3']],
    ['a word in any case', { text: 'PORT' }, ['2', '1']],
    ['all of the words, wherever', { text: ' harbour  carcounting ' }, ['2']],
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
    });
  });
});

it('distinguishes an order with a missing request from one without analytics', () => {
  expect(items.map(({ analytics }) => analytics)).toEqual([['SPEX'], ['SPEX', 'CarCounting'], null, null]);
});
