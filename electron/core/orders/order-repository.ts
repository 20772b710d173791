import type { AccountName } from '../../../shared/orders/account-names.ts';
import { canStillChange, type KnownOrder, type Order } from '../../../shared/orders/order.ts';
import type { Submission } from '../../../shared/orders/request/submission.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { type GetWorkspace, readWorkspace, toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

/** The result of fetching the service's list. */
export type PulledOrders = {
  /** The number of new or changed orders. */
  readonly changed: number;
  /** Whether anything is pending: an order that can change, or a submission whose outcome is unknown. */
  readonly mayChange: boolean;
};

/** Facts that the workspace has about its orders. */
export type OrderListing = {
  readonly orders: readonly KnownOrder[];
  readonly submissions: readonly Submission[];
  /** The analyst's names for owners and customers. */
  readonly accountNames: readonly AccountName[];
  /** UTC ISO 8601 of the last response of the service in this workspace, or null. */
  readonly refreshedAt: string | null;
  /** Items of the service's last list that could not be read, a sentence each. */
  readonly problems: readonly string[];
};

const refreshedAtKey = 'orders.refreshedAt';

/** Orders read from the open workspace, or else from the service. */
export function createOrderRepository(client: ServiceClient, workspace: GetWorkspace, events: Events) {
  /** The parse problems of the latest lists, by the time at which they were fetched. */
  let problemsAt: readonly { readonly seenAt: string; readonly problems: readonly string[] }[] = [];
  const changed = () => events.publish({ type: 'changed', topic: 'orders' });
  const isCurrent = (opened: Workspace) => workspace() === opened;

  const find = async (opened: Workspace, orderId: string): Promise<KnownOrder | undefined> =>
    (await opened.listOrders()).find(({ order }) => order.id === orderId);

  const get = async (opened: Workspace, orderId: string): Promise<Result<KnownOrder>> => {
    const known = await find(opened, orderId);
    if (known) return succeed(known);
    const fetched = await client.getOrder(orderId);
    if (!fetched.ok) return fetched;
    const stored = await toWriteResult(opened.upsertOrders([fetched.value], nowUtc()));
    if (!stored.ok) return stored;
    changed();
    const now = await find(opened, orderId);
    return now
      ? succeed(now)
      : fail('not-found', `The service answered for order ${orderId} with another one.`);
  };

  return {
    /** The orders in the workspace, newest first, and when the service's list was last fetched. */
    list: (): Promise<Result<OrderListing>> =>
      readWorkspace(workspace, async (opened) => {
        // Read first: a list stored in between then only makes the orders newer than this time.
        const refreshedAt = (await opened.getSetting(refreshedAtKey)) ?? null;
        const [accountNames, orders, submissions] = await Promise.all([
          opened.listItems('account-names') as Promise<readonly AccountName[]>,
          opened.listOrders(),
          opened.listSubmissions(),
        ]);
        const problems = problemsAt.find(({ seenAt }) => seenAt === refreshedAt)?.problems ?? [];
        return succeed({ orders, submissions, accountNames, refreshedAt, problems });
      }),
    get: (orderId: string): Promise<Result<KnownOrder>> =>
      readWorkspace(workspace, (opened) => get(opened, orderId)),
    /** The order's stored request as text, from the workspace or else from the service. */
    request: (orderId: string): Promise<Result<string>> =>
      readWorkspace(workspace, async (opened) => {
        const known = await get(opened, orderId);
        if (!known.ok) return known;
        const { order, requestText } = known.value;
        if (requestText !== undefined) return succeed(requestText);
        if (!order.request)
          return fail('not-found', `The service names no stored request for order ${orderId}.`);
        const fetched = await client.getOrderRequest(order.request);
        if (!fetched.ok || opened.readOnly !== undefined) return fetched;
        const stored = await toWriteResult(opened.upsertOrderRequest(order.request, fetched.value, nowUtc()));
        return stored.ok ? fetched : stored;
      }),
    /** Fetches the service's list into the workspace. */
    pull: (signal?: AbortSignal): Promise<Result<PulledOrders>> =>
      readWorkspace(workspace, async (opened) => {
        // Taken before the request: an order that is placed in the meantime may be missing in the response.
        const seenAt = nowUtc();
        const listing = await client.listOrders(signal);
        if (!listing.ok) return listing;
        problemsAt = [{ seenAt, problems: listing.value.problems }, ...problemsAt.slice(0, 1)];
        const saved = isCurrent(opened)
          ? await toWriteResult(saveListing(opened, listing.value.orders, seenAt))
          : undefined;
        // The account was switched in the meantime: this list belongs to the previous workspace.
        if (!saved || !isCurrent(opened)) return fail('cancelled', 'Another account signed in meanwhile.');
        if (saved.ok) changed();
        return saved;
      }),
  };
}

export type OrderRepository = ReturnType<typeof createOrderRepository>;

async function saveListing(
  opened: Workspace,
  orders: readonly Order[],
  seenAt: string,
): Promise<PulledOrders> {
  const changed = await opened.upsertOrders(orders, seenAt);
  await opened.saveSetting(refreshedAtKey, seenAt);
  const submissions = await opened.listSubmissions();
  return {
    changed: changed.length,
    mayChange: orders.some(canStillChange) || submissions.some(({ state }) => state === 'unknown'),
  };
}
