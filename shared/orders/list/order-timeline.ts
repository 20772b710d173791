import { parseIsoTime } from '../../iso-8601.ts';
import { canStillChange, type Order } from '../order.ts';

/** Label and meaning of a state. `known`: whether service.md lists it. */
export type OrderStateDescription = {
  readonly label: string;
  readonly meaning: string;
  readonly known: boolean;
};

/** The states of the service.md, States of orders, with their meanings there. */
const describedStates: ReadonlyMap<string, { label: string; meaning: string }> = new Map([
  ['created', { label: 'Created', meaning: 'Order exists and awaits the next step.' }],
  ['open', { label: 'Open', meaning: 'Internal-only state.' }],
  [
    'payment-pending',
    { label: 'Payment pending', meaning: 'Payment is needed before the order can progress.' },
  ],
  ['in-progress', { label: 'In progress', meaning: 'The delivery team can fulfill the order now.' }],
  ['cancelled', { label: 'Cancelled', meaning: 'Order was cancelled.' }],
  ['under-review', { label: 'Under review', meaning: 'Order is under review by the delivery team.' }],
  ['accepted', { label: 'Accepted', meaning: 'Order is approved and ready for delivery.' }],
  ['closed', { label: 'Closed', meaning: 'Order was rejected.' }],
  ['completed', { label: 'Completed', meaning: 'Order was fulfilled and delivered to the customer.' }],
]);

/** Describes a state; a state that the service does not document is its own label. */
export function describeOrderState(state: string): OrderStateDescription {
  const described = describedStates.get(state);
  return described
    ? { ...described, known: true }
    : { label: state, meaning: "This state is not in the service's document.", known: false };
}

/** An entry of an order's history, ready for display. */
export type TimelineEntry = OrderStateDescription & {
  readonly state: string;
  /** The time as sent by the service. */
  readonly when: string;
  /** The time in epoch milliseconds, or null if it cannot be read. */
  readonly at: number | null;
  /**
   * Duration of the state: until the next entry, or until `now` for a current state that can still change. Null when
   * unknown or negative.
   */
  readonly durationMs: number | null;
  readonly isCurrent: boolean;
  /** A problem with the time, for display. */
  readonly timeProblem: string | null;
};

/**
 * Returns the history of an order in the order of the service, whose last entry is the current state. Missing,
 * unreadable and decreasing times are reported; nothing is sorted or invented.
 *
 * @param now epoch milliseconds
 */
export function toTimeline(order: Order, now: number): TimelineEntry[] {
  const entries = (order.statusHistory ?? []).map(({ state, when }) => ({
    state,
    when,
    at: parseIsoTime(when)?.epochMs ?? null,
  }));
  return entries.map(({ state, when, at }, index) => {
    const isCurrent = index === entries.length - 1;
    const end = isCurrent ? endOfCurrent(order, now) : (entries[index + 1]?.at ?? null);
    return {
      ...describeOrderState(state),
      state,
      when,
      at,
      durationMs: at === null || end === null || end < at ? null : end - at,
      isCurrent,
      timeProblem: timeProblem(when, at, entries[index - 1]?.at ?? null),
    };
  });
}

function endOfCurrent(order: Order, now: number): number | null {
  return canStillChange(order) ? now : null;
}

function timeProblem(when: string, at: number | null, previous: number | null): string | null {
  if (when.trim() === '') return 'The service gave no time.';
  if (at === null) return `The service gave “${when}”, which is not a date and time as in ISO 8601.`;
  if (previous !== null && at < previous) return 'This time is earlier than that of the entry before it.';
  if (!parseIsoTime(when)?.hasZone)
    return 'The service gave no time zone. It is read as UTC, as it documents.';
  return null;
}
