import { areaRegion } from '../../areas/area-region.ts';
import { fail, type Result, succeed } from '../../result.ts';
import { intersectTimeSpans, type TimeSpan, totalDuration } from '../../time-spans.ts';
import { currentState, type KnownOrder } from '../order.ts';
import { coveredSquareMetres, unionSquareMetres } from '../request/target-area.ts';
import {
  type OrderTarget,
  readOrderTarget,
  readUnmeasuredTarget,
  type UnmeasuredTarget,
} from './order-target.ts';

/** An existing order that already includes part of a new request. */
export type OrderOverlap = {
  readonly orderId: string;
  readonly descriptiveName: string | null;
  /** State sent by the service; null without one. */
  readonly state: string | null;
  /** Cancelled or closed: it will deliver nothing. */
  readonly isWithdrawn: boolean;
  readonly commonAnalytics: readonly string[];
  /** Times that both request, merged. */
  readonly times: readonly TimeSpan[];
  readonly hours: number;
  /** Share of the new request's time that the order includes, 0…1. */
  readonly shareOfTime: number;
  /** Share of the new request's area that the order includes, 0…1. */
  readonly shareOfArea: number;
  readonly squareMetres: number;
  /** Parts of the order's request that could not be read, so that the overlap may be larger; a sentence each. */
  readonly problems: readonly string[];
};

/** Result of `findOverlaps`. */
export type OverlapFindings = {
  /** Active orders first, then by the share of the new request in area and time together. */
  readonly overlaps: readonly OrderOverlap[];
  /** Orders that could not be compared, or only in part without finding an overlap. */
  readonly unassessed: readonly {
    readonly orderId: string;
    readonly descriptiveName: string | null;
    readonly reason: string;
  }[];
  /** Parts of the new request that could not be read, a sentence each. */
  readonly problems: readonly string[];
};

const hourMs = 3_600_000;
/** States in which an order delivers nothing (service.md, States of orders). */
const withdrawnStates: ReadonlySet<string> = new Set(['cancelled', 'closed']);

/**
 * Compares a request that is about to be sent with all stored orders: common analytics, common times, and the share of
 * its area that they cover. Times are those of the schedules and the bounds of recurring orders. Areas are measured
 * with edges straight in degrees, circles with 360 corners, also over the antimeridian.
 *
 * Fails with `invalid-input` when the request itself is not a JSON object.
 */
export function findOverlaps(
  requestText: string,
  known: readonly Pick<KnownOrder, 'order' | 'requestText'>[],
): Result<OverlapFindings> {
  const candidate = readOrderTarget(requestText);
  if (!candidate.ok) return fail('invalid-input', candidate.failure.message);
  const overlaps: OrderOverlap[] = [];
  const unassessed: OverlapFindings['unassessed'][number][] = [];
  for (const order of known) {
    const compared = compare(candidate.value, order);
    if (typeof compared === 'string') {
      const { id, descriptiveName } = order.order;
      unassessed.push({ orderId: id, descriptiveName: descriptiveName ?? null, reason: compared });
    } else if (compared) overlaps.push(compared);
  }
  overlaps.sort((one, other) => importanceOf(other) - importanceOf(one));
  return succeed({ overlaps, unassessed, problems: candidate.value.problems });
}

/** Active orders rank above 1, withdrawn ones below. */
function importanceOf({ isWithdrawn, shareOfArea, shareOfTime }: OrderOverlap): number {
  return shareOfArea * shareOfTime + (isWithdrawn ? 0 : 1);
}

/** Returns the overlap with an order, undefined when there is none, or why it cannot be determined. */
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

/** Compares the areas last, and only when analytics and times overlap, because that is slow. */
function commonPart(candidate: OrderTarget, order: UnmeasuredTarget): CommonPart | undefined {
  const commonAnalytics = candidate.analytics.filter((name) => order.analytics.includes(name));
  if (commonAnalytics.length === 0) return undefined;
  const times = intersectTimeSpans(candidate.orderedTimes, order.orderedTimes);
  if (times.length === 0) return undefined;
  const regions = order.areas.map(({ shape }) => areaRegion(shape));
  const squareMetres = coveredSquareMetres(candidate.areas, regions);
  if (squareMetres === 0) return undefined;
  return {
    commonAnalytics,
    times,
    hours: totalDuration(times) / hourMs,
    shareOfTime: totalDuration(times) / totalDuration(candidate.orderedTimes),
    shareOfArea: squareMetres / unionSquareMetres(candidate.areas),
    squareMetres,
  };
}
