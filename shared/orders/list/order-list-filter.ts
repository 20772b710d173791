import { currentState, type KnownOrder } from './order.ts';
import { toTimeline } from './order-history.ts';
import { summarizeRequest } from './request-summary.ts';

/** An order with what the list searches, filters and sorts by; derived once for each order that changed. */
export type OrderListItem = {
  readonly known: KnownOrder;
  /** As the service gave it; null when it gave none. */
  readonly state: string | null;
  /** Of its stored request; null while that is not known or cannot be read. */
  readonly analytics: readonly string[] | null;
  /** Epoch milliseconds of the first and the last entry of its history; null when it cannot be read. */
  readonly createdAt: number | null;
  readonly changedAt: number | null;
  /** All that a search looks through, in lower case. */
  readonly searchText: string;
};

/** What the list shows. Empty lists and a blank text do not restrict. */
export type OrderListFilter = {
  /** All of its words must be found: in names, notes, identifiers, states or the stored request, in any case. */
  readonly text: string;
  /** Any of these; null is an order without a state. */
  readonly states: readonly (string | null)[];
  /** Any of these. */
  readonly analytics: readonly string[];
};

/** How the list is sorted. */
export type OrderListSort = {
  readonly field: 'created' | 'changed' | 'name' | 'state';
  readonly order: 'ASC' | 'DESC';
};

/** Everything, newest first. */
export const noOrderListFilter: OrderListFilter = { text: '', states: [], analytics: [] };
export const newestOrdersFirst: OrderListSort = { field: 'created', order: 'DESC' };

/** Derives what the list works with. */
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
    known,
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

/** The items that pass the filter, sorted. What has no value to sort by comes last in either direction. */
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

/** What the items can be filtered by, with how many of them have it; most frequent first. */
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
      return item.known.order.descriptiveName?.trim() || null;
    case 'state':
      return item.state;
  }
}

function compareValues(value: string | number, other: string | number): number {
  return typeof value === 'number' && typeof other === 'number'
    ? value - other
    : String(value).localeCompare(String(other), 'en', { numeric: true, sensitivity: 'base' });
}

/** Makes the order the same on every look. */
function byId(one: OrderListItem, other: OrderListItem): number {
  return one.known.order.id < other.known.order.id ? -1 : 1;
}
