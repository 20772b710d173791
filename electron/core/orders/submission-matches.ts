import { isSameJson } from '../../../shared/is-same-json.ts';
import { parseIsoTime } from '../../../shared/iso-8601.ts';
import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import type { Submission, SubmissionMatch } from '../../../shared/orders/request/submission.ts';

/** Tolerated difference between the service's clock and ours, which may be set to the time of any time zone. */
const clockToleranceMs = 26 * 3_600_000;

/**
 * Orders that the submission may have created: not those known before it was sent or linked to another submission.
 */
export function matchCandidates(
  submission: Submission,
  orders: readonly KnownOrder[],
  submissions: readonly Submission[],
): KnownOrder[] {
  const claimed = new Set(submissions.map(({ orderId }) => orderId));
  return orders.filter(
    ({ order, firstSeenAt }) => firstSeenAt >= submission.createdAt && !claimed.has(order.id),
  );
}

/**
 * The matching candidates: equal requests first, then those with the same name and a close creation time. The latter
 * may have a different stored request, since the service is not documented to store it unchanged.
 */
export function findMatches(submission: Submission, candidates: readonly KnownOrder[]): SubmissionMatch[] {
  const matches = candidates.flatMap((candidate) => {
    const matchKind = matchKindOf(submission, candidate);
    return matchKind ? [toMatch(candidate, matchKind)] : [];
  });
  return matches.sort(
    (one, other) => rank(one) - rank(other) || distanceMs(submission, one) - distanceMs(submission, other),
  );
}

/** When the service created the order; undefined when it gave no time. */
function creationTime({ statusHistory }: Order): string | undefined {
  return statusHistory?.[0]?.when || undefined;
}

function matchKindOf(
  submission: Submission,
  { order, requestText }: KnownOrder,
): SubmissionMatch['matchKind'] | undefined {
  if (requestText !== undefined && isSameText(submission.bodyText, requestText)) return 'same-request';
  const isNamedAlike = (order.descriptiveName ?? '').trim() === submission.descriptiveName.trim();
  const createdAt = creationTime(order);
  const isInTime =
    createdAt === undefined || timeBetween(submission.createdAt, createdAt) <= clockToleranceMs;
  return isNamedAlike && isInTime ? 'similar' : undefined;
}

function isSameText(one: string, other: string): boolean {
  try {
    return isSameJson(JSON.parse(one), JSON.parse(other));
  } catch {
    // A stored request that is not JSON matches no submission.
    return false;
  }
}

function toMatch({ order }: KnownOrder, matchKind: SubmissionMatch['matchKind']): SubmissionMatch {
  const createdAt = creationTime(order);
  return {
    orderId: order.id,
    matchKind,
    ...(order.descriptiveName ? { descriptiveName: order.descriptiveName } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

function rank({ matchKind }: SubmissionMatch): number {
  return matchKind === 'same-request' ? 0 : 1;
}

function distanceMs(submission: Submission, { createdAt }: SubmissionMatch): number {
  return createdAt === undefined ? Number.MAX_SAFE_INTEGER : timeBetween(submission.createdAt, createdAt);
}

/** Milliseconds between two times; 0 when one cannot be parsed, so that it excludes nothing. */
function timeBetween(one: string, other: string): number {
  const [from, to] = [parseIsoTime(one)?.epochMs, parseIsoTime(other)?.epochMs];
  return from === undefined || to === undefined ? 0 : Math.abs(from - to);
}
