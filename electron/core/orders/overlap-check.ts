import type { KnownOrder } from '../../../shared/orders/order.ts';
import { findOverlaps } from '../../../shared/orders/overlap/find-overlaps.ts';
import { readOrderTarget } from '../../../shared/orders/overlap/order-target.ts';
import type { ExistingResults, OverlapCheck } from '../../../shared/orders/overlap/overlap-check.ts';
import type { Submission } from '../../../shared/orders/request/submission.ts';
import { unionRegion } from '../../../shared/orders/request/target-area.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import { forEachConcurrently } from '../base/for-each-concurrently.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { OrderRepository } from './order-repository.ts';

/** Members of the orders that the check needs. */
type OrderSource = Pick<OrderRepository, 'request' | 'list' | 'pull'>;

/** Bounds of what is fetched for one check: the form waits no longer, and the next check continues from there. */
const maxFetched = 50;
const maxFetchMs = 15_000;
const fetchedAtOnce = 4;

/**
 * Compares a request with the orders that the service lists now, or with the known ones when it cannot be reached.
 * Stored requests that the workspace lacks are fetched, within bounds. Orders whose request could not be fetched, or
 * that could not be read themselves, are named with the reason.
 */
export async function checkOverlaps(
  opened: Workspace,
  bodyText: string,
  source: OrderSource,
): Promise<Result<OverlapCheck>> {
  const pulled = await source.pull();
  const missing = (await opened.listOrders()).filter(isMissing);
  const reasons = await fetchRequests(missing, source);
  const known = withSentRequests(await opened.listOrders(), await opened.listSubmissions());
  const found = findOverlaps(bodyText, known);
  if (!found.ok) return found;
  const listed = await source.list();
  if (!listed.ok) return listed;
  return succeed({
    ...found.value,
    problems: [
      ...found.value.problems,
      ...listed.value.problems.map((problem) => `${problem} It was not compared.`),
    ],
    unassessed: found.value.unassessed.map((order) => ({
      ...order,
      reason: reasons.get(order.orderId) ?? order.reason,
    })),
    compared: known.length,
    listProblem: pulled.ok ? null : pulled.failure.message,
    results: await knownResults(opened, bodyText),
  });
}

/** Substitutes the body that this workspace sent where the stored request of an order is missing. */
function withSentRequests(orders: readonly KnownOrder[], submissions: readonly Submission[]): KnownOrder[] {
  const sent = new Map(submissions.map(({ orderId, bodyText }) => [orderId, bodyText]));
  return orders.map((known) => {
    const requestText = known.requestText ?? sent.get(known.order.id);
    return requestText === undefined ? known : { ...known, requestText };
  });
}

function isMissing({ requestText, order }: KnownOrder): boolean {
  return requestText === undefined && Boolean(order.request);
}

/** Fetches what is missing, the newest first. Returns the reason for each order whose request could not be fetched. */
async function fetchRequests(
  missing: readonly KnownOrder[],
  source: OrderSource,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for (const { order } of missing.slice(maxFetched)) reasons.set(order.id, tooMany);
  const deadline = performance.now() + maxFetchMs;
  await forEachConcurrently(missing.slice(0, maxFetched), fetchedAtOnce, async ({ order: { id } }) => {
    if (performance.now() > deadline) {
      reasons.set(id, tooSlow);
      return;
    }
    const fetched = await source.request(id);
    if (!fetched.ok) reasons.set(id, `Its stored request could not be had. ${fetched.failure.message}`);
  });
  return reasons;
}

const tooMany = `Its stored request has not been fetched yet: only ${maxFetched} are at a time. Check again for the next ones.`;
const tooSlow =
  'Its stored request has not been fetched yet: the service takes long. Check again for the next ones.';

/** Counts records and detections of the request's analytics within its areas together and its times, as in the ledger. */
async function knownResults(opened: Workspace, bodyText: string): Promise<ExistingResults[]> {
  const target = readOrderTarget(bodyText);
  if (!target.ok) return [];
  const { areas, imageTimes, analytics } = target.value;
  // One area, so that what lies in several of them is counted once.
  const whole = { name: '', region: unionRegion(areas.map(({ region }) => region)) };
  const { entries } = await opened.coverageLedger({ areas: [whole], ranges: imageTimes, analytics });
  return [...new Set(analytics)].flatMap((analytic) => {
    const of = entries.filter((entry) => entry.analytic === analytic);
    const records = new Set(of.flatMap((entry) => entry.records.map(({ recordId }) => recordId))).size;
    const detections = of.reduce((sum, entry) => sum + entry.detections, 0);
    return records > 0 ? [{ analytic, records, detections }] : [];
  });
}
