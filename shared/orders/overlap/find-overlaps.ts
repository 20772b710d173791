import { fail, type Result, succeed } from '../result.ts';
import { currentState, type KnownOrder } from './order.ts';
import {
  type OrderTarget,
  readOrderTarget,
  readUnmeasuredTarget,
  type UnmeasuredTarget,
} from './order-target.ts';
import { areaRegion, squareMetresCovered } from './target-area.ts';
import { commonTimeSpans, type TimeSpan, totalTime } from './time-spans.ts';

/** An order that has part of a new request in it already. */
export type OrderOverlap = {
  readonly orderId: string;
  readonly descriptiveName: string | null;
  /** As the service gave it; null when it gave none. */
  readonly state: string | null;
  /** Cancelled or closed: it will bring nothing. */
  readonly isWithdrawn: boolean;
  readonly commonAnalytics: readonly string[];
  /** What is asked for in both, merged. */
  readonly times: readonly TimeSpan[];
  readonly hours: number;
  /** How much of the new request's time the order holds, 0…1. */
  readonly shareOfTime: number;
  /** How much of the new request's area the order holds, 0…1. */
  readonly shareOfArea: number;
  readonly squareMetres: number;
  /** Parts of the order's request that could not be read, so that it may hold more; a sentence each. */
  readonly problems: readonly string[];
};

/** What `findOverlaps` found, and what it could not judge. */
export type OverlapFindings = {
  /** Living orders first, then by how much of the new request they hold in area and time together. */
  readonly overlaps: readonly OrderOverlap[];
  /** Orders that could not be compared, or only in part without finding an overlap. */
  readonly unjudged: readonly {
    readonly orderId: string;
    readonly descriptiveName: string | null;
    readonly reason: string;
  }[];
  /** Parts of the new request that could not be read, a sentence each. */
  readonly problems: readonly string[];
};

const hourMs = 3_600_000;
/** The states in which an order brings nothing (ordering document, section 3). */
const withdrawnStates: ReadonlySet<string> = new Set(['cancelled', 'closed']);

/**
 * Compares a request that is about to be sent with all known orders: the same analytic, times in common, and the share
 * of its area that they cover. Times are those of the schedules and the bounds of recurring orders. Areas are measured
 * with edges straight in degrees, circles with 360 corners, also over the antimeridian.
 *
 * Fails with `invalid-input` when the request itself is no JSON object.
 */
export function findOverlaps(
  requestText: string,
  known: readonly Pick<KnownOrder, 'order' | 'requestText'>[],
): Result<OverlapFindings> {
  const candidate = readOrderTarget(requestText);
  if (!candidate.ok) return fail('invalid-input', candidate.failure.message);
  const overlaps: OrderOverlap[] = [];
  const unjudged: OverlapFindings['unjudged'][number][] = [];
  for (const order of known) {
    const compared = compare(candidate.value, order);
    if (typeof compared === 'string') {
      const { id, descriptiveName } = order.order;
      unjudged.push({ orderId: id, descriptiveName: descriptiveName ?? null, reason: compared });
    } else if (compared) overlaps.push(compared);
  }
  overlaps.sort((one, other) => importanceOf(other) - importanceOf(one));
  return succeed({ overlaps, unjudged, problems: candidate.value.problems });
}

/** Living orders lie above 1, withdrawn ones below. */
function importanceOf({ isWithdrawn, shareOfArea, shareOfTime }: OrderOverlap): number {
  return shareOfArea * shareOfTime + (isWithdrawn ? 0 : 1);
}

/** The overlap with an order, undefined when there is none, or why that cannot be said. */
function compare(
  candidate: OrderTarget,
  { order, requestText }: Pick<KnownOrder, 'order' | 'requestText'>,
): OrderOverlap | string | undefined {
  if (requestText === undefined) return 'Its stored request has not been fetched.';
  const read = readUnmeasuredTarget(requestText);
  if (!read.ok) return read.failure.message;
  const { problems } = read.value;
  const unread =
    problems.length > 0 ? `Its stored request was read only in part. ${problems.join(' ')}` : undefined;
  const common = commonPart(candidate, read.value);
  if (!common) return unread;
  const state = currentState(order) ?? null;
  return {
    orderId: order.id,
    descriptiveName: order.descriptiveName ?? null,
    state,
    isWithdrawn: state !== null && withdrawnStates.has(state),
    ...common,
    problems,
  };
}

type CommonPart = Pick<
  OrderOverlap,
  'commonAnalytics' | 'times' | 'hours' | 'shareOfTime' | 'shareOfArea' | 'squareMetres'
>;

/** The dear part, the areas, comes last, and only when analytics and times have something in common. */
function commonPart(candidate: OrderTarget, order: UnmeasuredTarget): CommonPart | undefined {
  const commonAnalytics = candidate.analytics.filter((name) => order.analytics.includes(name));
  if (commonAnalytics.length === 0) return undefined;
  const times = commonTimeSpans(candidate.orderedTimes, order.orderedTimes);
  if (times.length === 0) return undefined;
  const regions = order.areas.map(({ shape }) => areaRegion(shape));
  const squareMetres = squareMetresCovered(candidate.areas, regions);
  if (squareMetres === 0) return undefined;
  const whole = candidate.areas.reduce((sum, area) => sum + area.squareMetres, 0);
  return {
    commonAnalytics,
    times,
    hours: totalTime(times) / hourMs,
    shareOfTime: totalTime(times) / totalTime(candidate.orderedTimes),
    shareOfArea: squareMetres / whole,
    squareMetres,
  };
}
