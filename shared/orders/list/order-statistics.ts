import { canStillChange, currentState, type Order } from './order.ts';
import { describeOrderState, toTimeline } from './order-history.ts';

/** How long orders usually stay in a state. Durations in milliseconds. */
export type StateStatistic = {
  readonly state: string;
  readonly medianMs: number;
  /** The quartiles: half of the stays lie between them. */
  readonly lowerQuartileMs: number;
  readonly upperQuartileMs: number;
  /** How many stays it is made of, at least 3. */
  readonly stays: number;
};

/** Statistics by state; a state that was left fewer than 3 times has none. */
export type OrderStatistics = ReadonlyMap<string, StateStatistic>;

/** From fewer stays nothing is said. */
const fewestStays = 3;

/**
 * How long the given orders stayed in each state before they left it. Only stays whose beginning and end are known
 * count: entries with unreadable times, or with times that run backwards, are passed over together with what touches
 * them. Entries of the same state that follow each other are one stay.
 */
export function computeOrderStatistics(orders: readonly Order[]): OrderStatistics {
  const stays = orders
    .flatMap(staysOf)
    .flatMap(({ state, from, to }) =>
      from === null || to === null || to < from ? [] : [{ state, durationMs: to - from }],
    );
  const statistics = [...Map.groupBy(stays, ({ state }) => state)].flatMap(([state, group]) => {
    if (group.length < fewestStays) return [];
    const durations = group.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
    const statistic: StateStatistic = {
      state,
      medianMs: quantile(durations, 0.5),
      lowerQuartileMs: quantile(durations, 0.25),
      upperQuartileMs: quantile(durations, 0.75),
      stays: durations.length,
    };
    return [[state, statistic] as const];
  });
  return new Map(statistics);
}

/** An order that stays in its state longer than is usual. */
export type LongStay = {
  readonly statistic: StateStatistic;
  /** How long it has been in the state. */
  readonly forMs: number;
  /** For the reader. */
  readonly text: string;
};

/** How many interquartile ranges above the upper quartile a stay counts as an outlier (J. W. Tukey, 1977). */
const outlierRanges = 1.5;
/** Where all stays were alike, a little longer is not yet remarkable. */
const leastMedians = 1.5;

/**
 * Whether an order stays in its current state longer than usual: longer than 1.5 interquartile ranges above the upper
 * quartile, and than one and a half medians. Null when it does not, when the state is final, or when too little is
 * known.
 *
 * @param now epoch milliseconds
 */
export function longerThanUsual(order: Order, statistics: OrderStatistics, now: number): LongStay | null {
  const statistic = statistics.get(currentState(order) ?? '');
  const from = staysOf(order).at(-1)?.from ?? null;
  if (!statistic || from === null || !canStillChange(order)) return null;
  const { medianMs, lowerQuartileMs, upperQuartileMs, stays, state } = statistic;
  const fence = upperQuartileMs + outlierRanges * (upperQuartileMs - lowerQuartileMs);
  const forMs = now - from;
  if (forMs <= Math.max(fence, leastMedians * medianMs)) return null;
  const text = `${describeOrderState(state).label} for ${formatDuration(forMs)}; usually about ${formatDuration(medianMs)} (${stays} of your orders’ stays).`;
  return { statistic, forMs, text };
}

/** A duration in its largest fitting unit: `3 days`, `5 hours`, `12 minutes`. */
export function formatDuration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 90) return count(Math.max(0, minutes), 'minute');
  return minutes < 48 * 60 ? count(minutes / 60, 'hour') : count(minutes / (24 * 60), 'day');
}

function count(value: number, unit: string): string {
  const rounded = Math.round(value);
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}

type Stay = { readonly state: string; readonly from: number | null; readonly to: number | null };

/** The stays of an order in the service's order; the last has no end. */
function staysOf(order: Order): Stay[] {
  const entries = toTimeline(order, 0).map(({ state, at, timeProblem }) => ({
    state,
    at: timeProblem === null ? at : null,
  }));
  const entered = entries.filter(({ state }, index) => state !== entries[index - 1]?.state);
  return entered.map(({ state, at }, index) => ({ state, from: at, to: entered[index + 1]?.at ?? null }));
}

/** Linear between the neighbouring values, as spreadsheets do it. */
function quantile(sorted: readonly number[], part: number): number {
  const position = part * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
