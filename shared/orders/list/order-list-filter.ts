import { currentState, type KnownOrder } from '../order.ts';
import { summarizeRequest } from '../request/request-summary.ts';
import { toTimeline } from './order-timeline.ts';

/** An order with the values that the list searches, filters and sorts by; derived once for each changed order. */
export type OrderListItem = {
  readonly stored: KnownOrder;
  /** As sent by the service; null without one. */
  readonly state: string | null;
  /** Of its stored request; null while that is missing or unreadable. */
  readonly analytics: readonly string[] | null;
  /** Epoch milliseconds of the first and last entry of the history; null when unreadable. */
  readonly createdAt: number | null;
  readonly changedAt: number | null;
  /** The searchable text, in lower case. */
  readonly searchText: string;
};

/** Filter of the order list. Empty lists and a blank text do not restrict. */
export type OrderListFilter = {
  /** All words must occur in names, notes, identifiers, states or the stored request; case does not matter. */
  readonly text: string;
  /** Any of these; null is an order without a state. */
  readonly states: readonly (string | null)[];
  /** Any of these. */
  readonly analytics: readonly string[];
};

/** Sort order of the order list. */
export type OrderListSort = {
  readonly field: 'created' | 'changed' | 'name' | 'state';
  readonly order: 'ASC' | 'DESC';
};

/** A filter that matches every order. */
export const emptyOrderListFilter: OrderListFilter = { text: '', states: [], analytics: [] };
export const newestOrdersFirst: OrderListSort = { field: 'created', order: 'DESC' };

/** Derives the list item of an order. */
export function toOrderListItem(known: KnownOrder): OrderListItem {
  const { order, requestText } = known;
  const timeline = toTimeline(order, 0);
  const texts = [
    order.id,
    order.descriptiveName,
    order.purchaseReason,
    order.customerNotes,
    order.owner,
    order.customer,
    order.request,
    currentState(order),
    requestText,
  ];
  return {
    stored: known,
    state: currentState(order) ?? null,
    analytics: requestText === undefined ? null : (summarizeRequest(requestText)?.analytics ?? null),
    createdAt: timeline[0]?.at ?? null,
    changedAt: timeline.at(-1)?.at ?? null,
    searchText: texts
      .filter((text) => typeof text === 'string')
      .join('\n')
      .toLowerCase(),
  };
}

/** Returns the items that match the filter, sorted. Items without a sort value come last in both directions. */
export function filterOrderList(
  items: readonly OrderListItem[],
  filter: OrderListFilter,
  sort: OrderListSort,
): OrderListItem[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return items
    .filter(
      ({ searchText, state, analytics }) =>
        words.every((word) => searchText.includes(word)) &&
        (filter.states.length === 0 || filter.states.includes(state)) &&
        (filter.analytics.length === 0 || filter.analytics.some((name) => analytics?.includes(name))),
    )
    .sort((one, other) => compareItems(one, other, sort));
}

/** Returns the filter choices of the items with their counts, most frequent first. */
export function orderListChoices(items: readonly OrderListItem[]): {
  readonly states: readonly { readonly state: string | null; readonly count: number }[];
  readonly analytics: readonly { readonly analytic: string; readonly count: number }[];
} {
  return {
    states: countEach(items.map(({ state }) => state)).map(([state, count]) => ({ state, count })),
    analytics: countEach(items.flatMap(({ analytics }) => [...new Set(analytics ?? [])])).map(
      ([analytic, count]) => ({ analytic, count }),
    ),
  };
}

function countEach<Value>(values: readonly Value[]): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]);
}

function compareItems(one: OrderListItem, other: OrderListItem, { field, order }: OrderListSort): number {
  const value = sortValue(one, field);
  const otherValue = sortValue(other, field);
  if (value === null || otherValue === null) {
    return Number(value === null) - Number(otherValue === null) || byId(one, other);
  }
  const direction = order === 'ASC' ? 1 : -1;
  return direction * compareValues(value, otherValue) || byId(one, other);
}

function sortValue(item: OrderListItem, field: OrderListSort['field']): string | number | null {
  switch (field) {
    case 'created':
      return item.createdAt;
    case 'changed':
      return item.changedAt;
    case 'name':
      return item.stored.order.descriptiveName?.trim() || null;
    case 'state':
      return item.state;
  }
}

function compareValues(value: string | number, other: string | number): number {
  return typeof value === 'number' && typeof other === 'number'
    ? value - other
    : String(value).localeCompare(String(other), 'en', { numeric: true, sensitivity: 'base' });
}

/** Breaks ties by id, so that the order is stable. */
function byId(one: OrderListItem, other: OrderListItem): number {
  return one.stored.order.id < other.stored.order.id ? -1 : 1;
}
