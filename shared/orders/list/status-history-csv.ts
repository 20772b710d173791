import { z } from 'zod';
import { csvRow } from '../../csv-cell.ts';
import { canStillChange, currentState, type KnownOrder } from '../order.ts';
import { summarizeRequest } from '../request/request-summary.ts';
import { computeOrderStatistics } from './order-statistics.ts';
import { toTimeline } from './order-timeline.ts';

/** `orders`: each state of each order with its duration; `analytics`: for each analytic how long its orders stay in each state. */
export const statusHistoryContentSchema = z.enum(['orders', 'analytics']);
export type StatusHistoryContent = z.infer<typeof statusHistoryContentSchema>;

/** The status histories as CSV with a header line. Times are UTC in ISO 8601, durations in seconds. */
export function statusHistoryCsv(orders: readonly KnownOrder[], content: StatusHistoryContent): string {
  const lines = content === 'orders' ? orderLines(orders) : analyticLines(orders);
  return `${lines.map((line) => csvRow(line)).join('\r\n')}\r\n`;
}

type Cells = readonly (string | number | null)[];

const orderHeader: Cells = [
  'order_id',
  'name',
  'owner',
  'customer',
  'analytics',
  'position',
  'state',
  'since',
  'until',
  'duration_s',
  'end',
  'time_problem',
];

/** One line for each entry of a history. The last state has no end: `end` states whether it can still change. */
function orderLines(orders: readonly KnownOrder[]): readonly Cells[] {
  const rows = orders.flatMap((known) => {
    const { order } = known;
    const timeline = toTimeline(order, 0);
    const shared = [
      order.id,
      order.descriptiveName ?? null,
      order.owner ?? null,
      order.customer ?? null,
      analyticsOf(known).join('; ') || null,
    ];
    return timeline.map(({ state, when, at, durationMs, isCurrent, timeProblem }, index): Cells => {
      const next = timeline[index + 1];
      return [
        ...shared,
        index + 1,
        state,
        at === null ? when : new Date(at).toISOString(),
        next === undefined ? null : next.at === null ? next.when : new Date(next.at).toISOString(),
        durationMs === null || isCurrent ? null : durationMs / 1000,
        isCurrent ? (canStillChange(order) ? 'still running' : 'final state') : 'ended',
        timeProblem,
      ];
    });
  });
  return [orderHeader, ...rows];
}

const analyticHeader: Cells = [
  'analytic',
  'state',
  'ended_stays',
  'median_s',
  'lower_quartile_s',
  'upper_quartile_s',
  'orders_in_state_now',
];

/** One line for each analytic and state. An order of several analytics counts for each; stays that still run have no duration. */
function analyticLines(orders: readonly KnownOrder[]): readonly Cells[] {
  const analytics = [...new Set(orders.flatMap(analyticsOf))].sort();
  const rows = analytics.flatMap((analytic) => {
    const ofAnalytic = orders
      .filter((known) => analyticsOf(known).includes(analytic))
      .map(({ order }) => order);
    const statistics = computeOrderStatistics(ofAnalytic, 1);
    const states = new Set(
      ofAnalytic.flatMap(({ statusHistory }) => statusHistory ?? []).map(({ state }) => state),
    );
    return [...states].map((state): Cells => {
      const statistic = statistics.get(state);
      const seconds = (milliseconds: number | undefined) =>
        milliseconds === undefined ? null : milliseconds / 1000;
      return [
        analytic,
        state,
        statistic?.stays ?? 0,
        seconds(statistic?.medianMs),
        seconds(statistic?.lowerQuartileMs),
        seconds(statistic?.upperQuartileMs),
        ofAnalytic.filter((order) => currentState(order) === state).length,
      ];
    });
  });
  return [analyticHeader, ...rows];
}

/** The analytics of the stored request, each once; empty while it is missing or unreadable. */
function analyticsOf({ requestText }: KnownOrder): readonly string[] {
  const analytics = requestText === undefined ? null : summarizeRequest(requestText)?.analytics;
  return [...new Set(analytics ?? [])];
}
