import { parseIsoTime } from '../../iso-8601.ts';
import { currentState, type Order, type StatusEntry } from '../order.ts';
import { orderName } from '../order-name.ts';
import { describeOrderState } from './order-timeline.ts';

/** A change of an order between two lists of the service. */
export type OrderChange = {
  readonly orderId: string;
  readonly descriptiveName: string | null;
} & (
  | {
      readonly kind: 'new';
      /** Its current state; null without one. */
      readonly state: string | null;
    }
  | {
      readonly kind: 'states';
      /** The state before; null without one. */
      readonly from: string | null;
      /** Entries added to the history, in their order; at least one. */
      readonly added: readonly StatusEntry[];
    }
  | {
      /** Earlier entries were removed or changed. */
      readonly kind: 'history-altered';
      readonly before: readonly StatusEntry[];
      readonly after: readonly StatusEntry[];
    }
  | { readonly kind: 'vanished'; readonly state: string | null }
);

/**
 * Returns the changes between two lists: first in the order of the second list, then orders that vanished from it. Pass
 * `isComplete: false` for an incomplete second list; then no order counts as vanished. When an id occurs twice in a
 * list, the later entry counts.
 */
export function compareOrders(
  before: readonly Order[],
  after: readonly Order[],
  { isComplete = true }: { readonly isComplete?: boolean } = {},
): OrderChange[] {
  const earlier = new Map(before.map((order) => [order.id, order]));
  const later = new Map(after.map((order) => [order.id, order]));
  const changes = [...later.values()].flatMap((order) => changeOf(earlier.get(order.id), order) ?? []);
  if (!isComplete) return changes;
  const vanished = [...earlier.values()]
    .filter(({ id }) => !later.has(id))
    .map(
      (order): OrderChange => ({ ...nameOf(order), kind: 'vanished', state: currentState(order) ?? null }),
    );
  return [...changes, ...vanished];
}

function changeOf(before: Order | undefined, order: Order): OrderChange | undefined {
  if (!before) return { ...nameOf(order), kind: 'new', state: currentState(order) ?? null };
  const old = before.statusHistory ?? [];
  const now = order.statusHistory ?? [];
  if (!old.every((entry, index) => isSameEntry(entry, now[index]))) {
    return { ...nameOf(order), kind: 'history-altered', before: old, after: now };
  }
  const added = now.slice(old.length);
  if (added.length === 0) return undefined;
  return { ...nameOf(order), kind: 'states', from: currentState(before) ?? null, added };
}

function nameOf({ id, descriptiveName }: Order): Pick<OrderChange, 'orderId' | 'descriptiveName'> {
  return { orderId: id, descriptiveName: descriptiveName ?? null };
}

/** Two notations of the same instant are equal. */
function isSameEntry(one: StatusEntry, other: StatusEntry | undefined): boolean {
  if (one.state !== other?.state) return false;
  if (one.when === other.when) return true;
  const at = parseIsoTime(one.when)?.epochMs;
  return at !== undefined && at === parseIsoTime(other.when)?.epochMs;
}

/** Title and body text of an order change. */
export type OrderChangeText = { readonly title: string; readonly body: string };

/** Describes an order change for a notification. */
export function describeOrderChange(change: OrderChange): OrderChangeText {
  const { orderId: id, descriptiveName } = change;
  return { title: orderName({ id, descriptiveName }), body: bodyOf(change) };
}

/**
 * States after which the analyst may have to act: nothing is delivered, or not before a payment. A state that the
 * service does not document may be such a state, too.
 */
const statesToActOn: ReadonlySet<string> = new Set(['cancelled', 'payment-pending']);

/** Whether a change is more than progress or success. */
export function needsAttention(change: OrderChange): boolean {
  if (change.kind === 'vanished' || change.kind === 'history-altered') return true;
  const state = change.kind === 'new' ? change.state : change.added.at(-1)?.state;
  return state != null && (statesToActOn.has(state) || !describeOrderState(state).known);
}

function bodyOf(change: OrderChange): string {
  switch (change.kind) {
    case 'new':
      return change.state === null ? 'New order.' : `New order: ${label(change.state)}.`;
    case 'states': {
      const path = change.added.map(({ state }) => label(state));
      const meaning = describeOrderState(change.added.at(-1)?.state ?? '').meaning;
      return `${path.join(', then ')}. ${meaning}`;
    }
    case 'history-altered': {
      const state = change.after.at(-1)?.state;
      const now = state === undefined ? 'It has no state now.' : `Its state is now: ${label(state)}.`;
      return `The service changed the history of this order. ${now}`;
    }
    case 'vanished':
      return change.state === null
        ? 'The service does not list this order any more.'
        : `The service does not list this order any more. Its last known state: ${label(change.state)}.`;
  }
}

/** Summarizes order changes, one line each, reached states first; empty without changes. */
export function summarizeOrderChanges(changes: readonly OrderChange[]): string[] {
  const reached = changes.flatMap((change) => (change.kind === 'states' ? change.added.slice(-1) : []));
  const byState = Map.groupBy(reached, ({ state }) => state);
  const counted = (kind: OrderChange['kind']) => changes.filter((change) => change.kind === kind).length;
  const lines: [count: number, what: string][] = [
    ...[...byState].map(([state, entries]): [number, string] => [entries.length, `now ${label(state)}`]),
    [counted('new'), 'new'],
    [counted('history-altered'), 'with a history that the service changed'],
    [counted('vanished'), 'no longer listed by the service'],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${count === 1 ? 'order' : 'orders'} ${what}`);
}

function label(state: string): string {
  return describeOrderState(state).label;
}
