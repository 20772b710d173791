import { enclosingTimeSpan, type TimeSpan } from '../../time-spans.ts';
import type { RecurringCadence } from './draft-change-detection.ts';

/** The parameters of a recurring order; null means absent. */
export type RecurringPlan = {
  readonly bounds: TimeSpan | null;
  readonly cadence: RecurringCadence | null;
  readonly count: number | null;
  readonly minimumDaysBetweenImages: number | null;
  /** Ranges of the order's schedule, which replace absent bounds. */
  readonly schedule: readonly TimeSpan[];
};

/** The estimated number of runs of a recurring order. */
export type RecurringRuns = {
  /** Null when unknown. */
  readonly runs: number | null;
  /** Number of runs that fit into the bounds with the cadence and the minimum gap; null without bounds or cadence. */
  readonly withinBounds: number | null;
  /** Limit of the runs: the bounds, or a count that fits into them. */
  readonly limitedBy: 'bounds' | 'count' | null;
  /** Computation of the number and what the service does not state, a sentence each. */
  readonly explanation: readonly string[];
};

const dayMs = 86_400_000;
const monthsOf: Readonly<Partial<Record<RecurringCadence, number>>> = { monthly: 1, quarterly: 3 };

/**
 * Counts the runs of a recurring order by its bounds and cadence: the first at the start of the bounds, then one each
 * day, week, month or quarter as long as it lies before their end. Runs nearer to the one before than the minimum gap
 * are left out. Months are those of the calendar in UTC, counted from the start: from 31 January on 28 February, then
 * on 31 March. How runs are scheduled is not documented, and the explanation states that.
 */
export function countRecurringRuns(plan: RecurringPlan): RecurringRuns {
  const { cadence, count } = plan;
  const bounds = plan.bounds ?? enclosingTimeSpan(plan.schedule);
  const withinBounds =
    bounds && cadence ? countWithin(bounds, cadence, plan.minimumDaysBetweenImages ?? 0) : null;
  const runs = withinBounds === null ? count : count === null ? withinBounds : Math.min(count, withinBounds);
  const limitedBy =
    runs === null ? null : runs === withinBounds && withinBounds !== count ? 'bounds' : 'count';
  return { runs, withinBounds, limitedBy, explanation: explain(plan, bounds, withinBounds, runs) };
}

function countWithin({ from, to }: TimeSpan, cadence: RecurringCadence, minimumDays: number): number {
  if (from >= to) return 0;
  const gapMs = minimumDays * dayMs;
  const months = monthsOf[cadence];
  if (months === undefined) {
    const stepMs = cadence === 'weekly' ? 7 * dayMs : dayMs;
    return Math.ceil((to - from) / (stepMs * Math.max(1, Math.ceil(gapMs / stepMs))));
  }
  let runs = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let step = 0; ; step += 1) {
    const at = addMonths(from, step * months);
    if (!(at < to)) return runs;
    if (at - last < gapMs) continue;
    runs += 1;
    last = at;
  }
}

/** Returns the same day and time a number of months later, or the last day of a shorter month; UTC. */
export function addMonths(instant: number, months: number): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(date);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return date.setUTCDate(Math.min(day, lastDay.getUTCDate()));
}

function explain(
  plan: RecurringPlan,
  bounds: TimeSpan | null,
  withinBounds: number | null,
  runs: number | null,
): string[] {
  const { cadence, count, minimumDaysBetweenImages: gap } = plan;
  const lines: string[] = [];
  if (withinBounds !== null && bounds && cadence) {
    lines.push(
      `By the bounds and cadence: ${cadence} from ${printDay(bounds.from)} until before ${printDay(bounds.to)} gives ${printRuns(withinBounds)}${gap ? `, at least ${printDays(gap)} apart` : ''}.`,
    );
    if (!plan.bounds) lines.push('No bounds are given; the schedule stands in for them here.');
  } else if (count !== null) {
    lines.push(`By the count: ${printRuns(count)}.`);
  } else {
    const missing = [...(bounds ? [] : ['bounds']), ...(cadence ? [] : ['cadence'])].join(' and ');
    lines.push(`Without ${missing} or a count the number of runs is not known.`);
  }
  if (withinBounds !== null && count !== null && count !== withinBounds) {
    lines.push(
      count < withinBounds
        ? `The count asks for ${count}, fewer than the bounds leave room for.`
        : `The count asks for ${count}, more than the bounds leave room for.`,
    );
  }
  const outside =
    plan.bounds && plan.schedule.length > 0 && !isWithin(plan.bounds, enclosingTimeSpan(plan.schedule));
  if (outside) {
    lines.push('The bounds reach beyond the schedule; which of the two the service goes by is not stated.');
  }
  if (runs !== null) lines.push('How the service lays out its runs is not stated.');
  return lines;
}

function isWithin(inner: TimeSpan, outer: TimeSpan | null): boolean {
  return outer !== null && inner.from >= outer.from && inner.to <= outer.to;
}

function printDay(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 16).replace('T', ' ')} UTC`;
}

function printRuns(runs: number): string {
  return `${runs} ${runs === 1 ? 'run' : 'runs'}`;
}

function printDays(days: number): string {
  return `${days} d`;
}
