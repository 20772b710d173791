import { formatQuantity } from '../../../shared/format.ts';
import { isSameJson } from '../../../shared/is-same-json.ts';
import { parseIsoTime } from '../../../shared/iso-8601.ts';
import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import type { Submission, SubmissionMatch } from '../../../shared/orders/request/submission.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { OrderRepository } from './order-repository.ts';
import { noSuchSubmission } from './order-sender.ts';

/** Maximum number of stored requests that are fetched to find what became of a submission. */
const maxComparedRequests = 50;

/** Tolerated difference between the service's clock and ours, which may be set to the time of any time zone. */
const clockToleranceMs = 26 * 3_600_000;

/**
 * Finds the orders of an up-to-date list that may be what a submission created. Missing stored requests are fetched
 * before, within bounds. Fails with `not-found`, or with `bad-response` when there is none and some orders of the service
 * could not be read or compared.
 */
export function createSubmissionMatches(repository: Pick<OrderRepository, 'list' | 'request'>) {
  /** Orders whose request the service does not give: the next comparison goes on with others. */
  const absentRequests = new Set<string>();
  return async (opened: Workspace, submissionId: string): Promise<Result<readonly SubmissionMatch[]>> => {
    const submissions = await opened.listSubmissions();
    const submission = submissions.find(({ id }) => id === submissionId);
    if (!submission) return noSuchSubmission(submissionId);
    const candidates = matchCandidates(submission, await opened.listOrders(), submissions);
    const missing = candidates.filter(
      ({ order, requestText }) => requestText === undefined && order.request && !absentRequests.has(order.id),
    );
    for (const { order } of missing.slice(0, maxComparedRequests)) {
      const fetched = await repository.request(order.id);
      // To show fewer matches than there are would tempt the analyst to send again.
      if (!fetched.ok && !isAbsent(fetched.failure.code)) return fetched;
      if (!fetched.ok) absentRequests.add(order.id);
    }
    const listed = await repository.list();
    if (!listed.ok) return listed;
    const { orders: known, problems } = listed.value;
    const compared = matchCandidates(submission, known, submissions);
    const matches = findMatches(submission, compared);
    if (matches.length > 0) return succeed(matches);
    if (problems.length > 0) return failUnreadable(problems);
    const uncompared = compared.filter(({ requestText }) => requestText === undefined).length;
    return uncompared > 0 ? failUncompared(uncompared) : succeed(matches);
  };
}

/** The failure for an order that may be one that the service listed and Sightline cannot read. */
function failUnreadable(problems: readonly string[]) {
  return fail(
    'bad-response',
    `The service lists ${formatQuantity(problems.length, 'order')} that cannot be read, and what was sent may be among them. ${problems[0]} Ask the operator of the service before sending again.`,
  );
}

/** The failure for an order that may be one whose stored request is not in the workspace. */
function failUncompared(count: number) {
  return fail(
    'bad-response',
    `The stored requests of ${formatQuantity(count, 'order')} could not be compared, and what was sent may be among them. Search again: ${maxComparedRequests} are fetched at a time. If their number stays the same, ask the operator of the service before sending again.`,
  );
}

function isAbsent(code: string): boolean {
  return code === 'not-found' || code === 'forbidden';
}

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
