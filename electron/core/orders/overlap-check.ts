import type { KnownOrder } from '../../../shared/orders/order.ts';
import { readOrderTarget } from '../../../shared/orders/order-target.ts';
import type { KnownResults, OverlapCheck } from '../../../shared/orders/overlap-check.ts';
import { findOverlaps } from '../../../shared/orders/overlap-guard.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PulledOrders } from './order-book.ts';
import type { Orders } from './orders.ts';

/** What the check needs of the orders. */
type OrderSource = Pick<Orders, 'request'> & { pull(): Promise<Result<PulledOrders>> };

/** Bounds of what is fetched for one check: nobody waits longer for it, and the next check goes on from there. */
const maxFetched = 50;
const maxFetchMs = 15_000;
const fetchedAtOnce = 4;

/**
 * Compares a request with the orders that the service lists now, or with those that are known where it cannot be
 * asked. Stored requests that the workspace lacks are fetched, within bounds; orders whose request could not be had
 * are named with the reason.
 */
export async function checkOverlaps(
  opened: Workspace,
  bodyText: string,
  source: OrderSource,
): Promise<Result<OverlapCheck>> {
  const pulled = await source.pull();
  const missing = (await opened.listOrders()).filter(isMissing);
  const reasons = await fetchRequests(missing, source);
  const known = await opened.listOrders();
  const found = findOverlaps(bodyText, known);
  if (!found.ok) return found;
  return succeed({
    ...found.value,
    unjudged: found.value.unjudged.map((order) => ({
      ...order,
      reason: reasons.get(order.orderId) ?? order.reason,
    })),
    compared: known.length,
    listProblem: pulled.ok ? null : pulled.failure.message,
    results: await knownResults(opened, bodyText),
  });
}

function isMissing({ requestText, order }: KnownOrder): boolean {
  return requestText === undefined && Boolean(order.request);
}

/** Fetches what is missing, the newest first. Answers why, for each order whose request did not come. */
async function fetchRequests(
  missing: readonly KnownOrder[],
  source: OrderSource,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  const waiting = missing.slice(0, maxFetched);
  for (const { order } of missing.slice(maxFetched)) reasons.set(order.id, tooMany);
  const deadline = performance.now() + maxFetchMs;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { id } = next.order;
      if (performance.now() > deadline) reasons.set(id, tooSlow);
      else {
        const fetched = await source.request(id);
        if (!fetched.ok) {
          reasons.set(id, `Its stored request could not be had. ${fetched.failure.message}`);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: fetchedAtOnce }, work));
  return reasons;
}

const tooMany = `Its stored request has not been fetched yet: only ${maxFetched} are at a time. Check again for the next ones.`;
const tooSlow =
  'Its stored request has not been fetched yet: the service takes long. Check again for the next ones.';

/** Counts records and detections of the request's analytics within its areas and times, as the ledger tells them. */
async function knownResults(opened: Workspace, bodyText: string): Promise<KnownResults[]> {
  const target = readOrderTarget(bodyText);
  if (!target.ok) return [];
  const { areas, imageTimes, analytics } = target.value;
  const { entries } = await opened.coverageLedger({ areas, ranges: imageTimes, analytics });
  return [...new Set(analytics)].flatMap((analytic) => {
    const of = entries.filter((entry) => entry.analytic === analytic);
    const records = new Set(of.flatMap(({ passes }) => passes.map(({ recordId }) => recordId))).size;
    const detections = of.reduce((sum, entry) => sum + entry.detections, 0);
    return records > 0 ? [{ analytic, records, detections }] : [];
  });
}
