import { canStillChange, type KnownOrder, type Order } from '../../../shared/orders/order.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../events.ts';
import { type OpenWorkspace, openedWorkspace, written } from '../in-workspace.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { OrderList, Orders } from './orders.ts';

/** What a look at the service's list brought. */
export type PulledOrders = {
  /** How many orders are new or other than before. */
  readonly changed: number;
  /** Whether anything is still open: an order that can change, or a submission whose outcome is unknown. */
  readonly mayChange: boolean;
};

/** The orders that the workspace knows, brought up to date from the service. */
type OrderBook = Pick<Orders, 'list' | 'get' | 'request'> & {
  pull(signal?: AbortSignal): Promise<Result<PulledOrders>>;
};

const refreshedAtKey = 'orders.refreshedAt';

/** Orders read from the open workspace, or else from the service. */
export function createOrderBook(client: ServiceClient, workspace: OpenWorkspace, events: Events): OrderBook {
  /** What could not be read of the latest lists, by the time at which the service told them. */
  let problemsAt: readonly { readonly seenAt: string; readonly problems: readonly string[] }[] = [];
  const changed = () => events.publish({ type: 'changed', what: 'orders' });
  const isCurrent = (opened: Workspace) => workspace() === opened;

  const find = async (opened: Workspace, orderId: string): Promise<KnownOrder | undefined> =>
    (await opened.listOrders()).find(({ order }) => order.id === orderId);

  const get = async (opened: Workspace, orderId: string): Promise<Result<KnownOrder>> => {
    const known = await find(opened, orderId);
    if (known) return succeed(known);
    const fetched = await client.getOrder(orderId);
    if (!fetched.ok) return fetched;
    const stored = await written(opened.putOrders([fetched.value], nowUtc()));
    if (!stored.ok) return stored;
    changed();
    const now = await find(opened, orderId);
    return now
      ? succeed(now)
      : fail('not-found', `The service answered for order ${orderId} with another one.`);
  };

  return {
    async list(): Promise<Result<OrderList>> {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      // First of all: a list that comes in between then only makes the orders newer than it.
      const refreshedAt = (await opened.value.getSetting(refreshedAtKey)) ?? null;
      const [orders, submissions] = await Promise.all([
        opened.value.listOrders(),
        opened.value.listSubmissions(),
      ]);
      const problems = problemsAt.find(({ seenAt }) => seenAt === refreshedAt)?.problems ?? [];
      return succeed({ orders, submissions, refreshedAt, problems });
    },
    async get(orderId) {
      const opened = openedWorkspace(workspace);
      return opened.ok ? get(opened.value, orderId) : opened;
    },
    async request(orderId) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const known = await get(opened.value, orderId);
      if (!known.ok) return known;
      const { order, requestText } = known.value;
      if (requestText !== undefined) return succeed(requestText);
      if (!order.request)
        return fail('not-found', `The service names no stored request for order ${orderId}.`);
      const fetched = await client.getOrderRequest(order.request);
      if (!fetched.ok) return fetched;
      const stored = await written(opened.value.putOrderRequest(order.request, fetched.value, nowUtc()));
      return stored.ok ? fetched : stored;
    },
    async pull(signal) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const listing = await client.listOrders(signal);
      if (!listing.ok) return listing;
      const seenAt = nowUtc();
      problemsAt = [{ seenAt, problems: listing.value.problems }, ...problemsAt.slice(0, 1)];
      const kept = isCurrent(opened.value)
        ? await written(keepListing(opened.value, listing.value.orders, seenAt))
        : undefined;
      // A switch of the account meanwhile: this list belongs to the workspace that was left.
      if (!kept || !isCurrent(opened.value)) return fail('cancelled', 'Another account signed in meanwhile.');
      if (!kept.ok) return kept;
      changed();
      return kept;
    },
  };
}

async function keepListing(
  opened: Workspace,
  orders: readonly Order[],
  seenAt: string,
): Promise<PulledOrders> {
  const changed = await opened.putOrders(orders, seenAt);
  await opened.putSetting(refreshedAtKey, seenAt);
  const submissions = await opened.listSubmissions();
  return {
    changed: changed.length,
    mayChange: orders.some(canStillChange) || submissions.some(({ state }) => state === 'unknown'),
  };
}
