import { formatDuration } from '../../format.ts';
import { canStillChange, currentState, type Order } from '../order.ts';
import { describeOrderState, toTimeline } from './order-timeline.ts';

/** Times of orders in a state. Durations in milliseconds. */
export type StateStatistic = {
  readonly state: string;
  readonly medianMs: number;
  /** The quartiles: half of the stays lie between them. */
  readonly lowerQuartileMs: number;
  readonly upperQuartileMs: number;
  /** Number of stays it is computed from. */
  readonly stays: number;
};

/** Statistics by state; by default a state with fewer than 3 completed stays has none. */
export type OrderStatistics = ReadonlyMap<string, StateStatistic>;

/** Minimum number of stays for a statistic. */
const minStays = 3;

/**
 * Times of the given orders in each state before they left it. Only stays with a known start and end count: entries
 * with unreadable or decreasing times, and the stays next to them, are skipped. Entries of the same state that follow
 * each other are one stay.
 */
export function computeOrderStatistics(orders: readonly Order[], fewestStays = minStays): OrderStatistics {
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

/** An order that has been in its state longer than usual. */
export type LongStay = {
  readonly statistic: StateStatistic;
  /** The time in the state. */
  readonly forMs: number;
  /** Text for display. */
  readonly text: string;
};

/**
 * Number of interquartile ranges above the upper quartile from which a stay counts as an outlier (J. W. Tukey, 1977).
 */
const outlierRanges = 1.5;
/** When all stays were similar, a slightly longer stay is not remarkable. */
const minMedianMultiple = 1.5;

/**
 * Detects an order whose current state lasts longer than usual. That is 1.5 interquartile ranges above the upper
 * quartile, and more than 1.5 medians. Null when it has not, when the state is final, or without enough data.
 *
 * @param now epoch milliseconds
 */
export function detectLongStay(order: Order, statistics: OrderStatistics, now: number): LongStay | null {
  const statistic = statistics.get(currentState(order) ?? '');
  const from = staysOf(order).at(-1)?.from ?? null;
  if (!statistic || from === null || !canStillChange(order)) return null;
  const { medianMs, lowerQuartileMs, upperQuartileMs, stays, state } = statistic;
  const fence = upperQuartileMs + outlierRanges * (upperQuartileMs - lowerQuartileMs);
  const forMs = now - from;
  if (forMs <= Math.max(fence, minMedianMultiple * medianMs)) return null;
  const text = `${describeOrderState(state).label} for ${formatDuration(forMs)}; usually about ${formatDuration(medianMs)} (median of the ${stays} times that your orders left this state).`;
  return { statistic, forMs, text };
}

type Stay = { readonly state: string; readonly from: number | null; readonly to: number | null };

/** The stays of an order, in the order of the service; the last has no end. */
function staysOf(order: Order): Stay[] {
  const entries = toTimeline(order, 0).map(({ state, at, timeProblem }) => ({
    state,
    at: timeProblem === null ? at : null,
  }));
  const entered = entries.filter(({ state }, index) => state !== entries[index - 1]?.state);
  return entered.map(({ state, at }, index) => ({ state, from: at, to: entered[index + 1]?.at ?? null }));
}

/** Linear interpolation between neighboring values, as in spreadsheets. */
function quantile(sorted: readonly number[], part: number): number {
  const position = part * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
