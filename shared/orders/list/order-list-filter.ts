import { foldText } from '../../fold-text.ts';
import { findOwnIds } from '../account-names.ts';
import { currentState, type KnownOrder } from '../order.ts';
import { summarizeRequest } from '../request/request-summary.ts';
import { toTimeline } from './order-timeline.ts';

/** An order with the values that the list searches, filters and sorts by; derived once for each changed order. */
export type OrderListItem = {
  readonly stored: KnownOrder;
  /** State sent by the service; null without one. */
  readonly state: string | null;
  /** Analytics of its stored request; null while that is missing or unreadable. */
  readonly analytics: readonly string[] | null;
  /** Epoch milliseconds of the first and last entry of the history; null when unreadable. */
  readonly createdAt: number | null;
  readonly changedAt: number | null;
  /** Null when the service names no owner. */
  readonly owner: (NamedAccount & { readonly isMe: boolean }) | null;
  /** Null when the service names no customer. */
  readonly customer: NamedAccount | null;
  /** The searchable text, in lower case. */
  readonly searchText: string;
};

/** The UUID of an owner or a customer, and the analyst's name for it; empty without one. */
type NamedAccount = { readonly id: string; readonly name: string };

/** Filter of the order list. Empty lists and a blank text do not restrict. */
export type OrderListFilter = {
  /** All words must occur in names, notes, identifiers, states or the stored request; case does not matter. */
  readonly text: string;
  /** Any of these; null is an order without a state. */
  readonly states: readonly (string | null)[];
  /** Any of these. */
  readonly analytics: readonly string[];
  /** UUIDs, or `ownOrders`; any of these. */
  readonly owners: readonly string[];
  /** UUIDs; any of these. */
  readonly customers: readonly string[];
};

/** In the filter's list of owners: the signed-in user. */
export const ownOrders = 'mine';

/** Sort order of the order list. */
export type OrderListSort = {
  readonly field: 'created' | 'changed' | 'name' | 'state';
  readonly order: 'ASC' | 'DESC';
};

/** A filter that matches every order. */
export const emptyOrderListFilter: OrderListFilter = {
  text: '',
  states: [],
  analytics: [],
  owners: [],
  customers: [],
};
export const newestOrdersFirst: OrderListSort = { field: 'created', order: 'DESC' };

/** Sources of the items of a list. */
export type OrderListSource = Parameters<typeof findOwnIds>[0];

/** Derives the list items of all orders. */
export function toOrderListItems(source: OrderListSource): OrderListItem[] {
  const names = new Map(source.accountNames.map(({ id, name }) => [id, name]));
  const ownIds = findOwnIds(source);
  return source.orders.map((known) => toOrderListItem(known, names, ownIds));
}

function toOrderListItem(
  known: KnownOrder,
  names: ReadonlyMap<string, string>,
  ownIds: ReadonlySet<string>,
): OrderListItem {
  const { order, requestText } = known;
  const nameOf = (id: string | null | undefined) => (id ? names.get(id) : undefined) ?? '';
  const timeline = toTimeline(order, 0);
  const texts = [
    order.id,
    order.descriptiveName,
    order.purchaseReason,
    order.customerNotes,
    order.owner,
    order.customer,
    nameOf(order.owner),
    nameOf(order.customer),
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
    owner: order.owner ? { id: order.owner, name: nameOf(order.owner), isMe: ownIds.has(order.owner) } : null,
    customer: order.customer ? { id: order.customer, name: nameOf(order.customer) } : null,
    searchText: foldText(texts.filter((text) => typeof text === 'string').join('\n')),
  };
}

/** Returns the items that match the filter, sorted. Items without a sort value come last in both directions. */
export function filterOrderList(
  items: readonly OrderListItem[],
  filter: OrderListFilter,
  sort: OrderListSort,
): OrderListItem[] {
  const words = foldText(filter.text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return items
    .filter(
      ({ searchText, state, analytics, owner, customer }) =>
        words.every((word) => searchText.includes(word)) &&
        (filter.states.length === 0 || filter.states.includes(state)) &&
        (filter.analytics.length === 0 || filter.analytics.some((name) => analytics?.includes(name))) &&
        (filter.owners.length === 0 ||
          filter.owners.some((id) => (id === ownOrders ? owner?.isMe : owner?.id === id))) &&
        (filter.customers.length === 0 || (customer !== null && filter.customers.includes(customer.id))),
    )
    .sort((one, other) => compareItems(one, other, sort));
}

/** An owner or a customer, and the number of its orders. */
export type AccountChoice = NamedAccount & { readonly count: number };

/** Returns the filter choices of the items with their counts, most frequent first. */
export function orderListChoices(items: readonly OrderListItem[]): {
  readonly states: readonly { readonly state: string | null; readonly count: number }[];
  readonly analytics: readonly { readonly analytic: string; readonly count: number }[];
  readonly owners: readonly AccountChoice[];
  readonly customers: readonly AccountChoice[];
  /** Number of orders of the signed-in user; null while it is not known which owner that is. */
  readonly ownCount: number | null;
} {
  const ownCount = items.filter(({ owner }) => owner?.isMe).length;
  return {
    states: countEach(items.map(({ state }) => state)).map(([state, count]) => ({ state, count })),
    analytics: countEach(items.flatMap(({ analytics }) => [...new Set(analytics ?? [])])).map(
      ([analytic, count]) => ({ analytic, count }),
    ),
    owners: countAccounts(items.flatMap(({ owner }) => owner ?? [])),
    customers: countAccounts(items.flatMap(({ customer }) => customer ?? [])),
    ownCount: ownCount > 0 ? ownCount : null,
  };
}

function countAccounts(accounts: readonly NamedAccount[]): readonly AccountChoice[] {
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return countEach(accounts.map(({ id }) => id)).map(([id, count]) => ({
    id,
    name: names.get(id) ?? '',
    count,
  }));
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
