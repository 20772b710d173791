import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import { compareOrders, type OrderChange } from '../../../shared/orders/order-changes.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { OrderList } from '../orders/orders.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readToldOrders, type ToldOrders, writeToldOrders } from './told-orders.ts';

/** What one comparison brought. */
export type NoticedChanges = {
  readonly changes: readonly OrderChange[];
  /** It was the first comparison since the workspace was opened. */
  readonly whileClosed: boolean;
};

/** News of one workspace's orders. */
export type WorkspaceNews = {
  readonly workspace: Workspace;
  items(): ToldOrders['news'];
  /** Compares the list with what was told before, and keeps what is new. One comparison at a time. */
  compare(list: OrderList): Promise<NoticedChanges>;
  /** False when there was nothing to mark. */
  markSeen(orderId: string | null): Promise<boolean>;
};

/** Older news makes way. */
const maxNews = 500;

const nothing: NoticedChanges = { changes: [], whileClosed: false };

/**
 * Reads what the workspace remembers. Without any memory its orders count as told, and where it has no orders either,
 * the service's first list does: it would all be news.
 */
export async function openWorkspaceNews(workspace: Workspace): Promise<WorkspaceNews> {
  const openedAt = nowUtc();
  let told = (await readToldOrders(workspace)) ?? toldSoFar(await workspace.listOrders());
  let hasCompared = false;

  const keep = async (next: ToldOrders) => {
    told = next;
    if (workspace.readOnly === undefined) await writeToldOrders(workspace, next);
  };

  return {
    workspace,
    items: () => told?.news ?? [],
    async compare(latest) {
      // Before a look at the service nothing is new, and an order that is on its way is not yet known as our own.
      if (latest.refreshedAt === null || latest.refreshedAt < openedAt || isSending(latest)) return nothing;
      const whileClosed = !hasCompared;
      hasCompared = true;
      const present = presentOrders(latest);
      if (!told) {
        await keep({ orders: present.map(toTold), news: [] });
        return nothing;
      }
      const isComplete = latest.problems.length === 0;
      const changes = compareOrders(told.orders, present, { isComplete });
      if (changes.length === 0) return nothing;
      const own = new Set(latest.submissions.map(({ orderId }) => orderId));
      const toTell = changes.filter(({ kind, orderId }) => kind !== 'new' || !own.has(orderId));
      const noticedAt = nowUtc();
      const unlisted = isComplete
        ? []
        : told.orders.filter(({ id }) => !present.some((each) => each.id === id));
      await keep({
        orders: [...present.map(toTold), ...unlisted],
        news: [...told.news, ...toTell.map((change) => ({ change, noticedAt, whileClosed }))].slice(-maxNews),
      });
      return { changes: toTell, whileClosed };
    },
    async markSeen(orderId) {
      if (!told) return false;
      const news = orderId === null ? [] : told.news.filter(({ change }) => change.orderId !== orderId);
      if (news.length === told.news.length) return false;
      await keep({ ...told, news });
      return true;
    },
  };
}

function isSending({ submissions }: OrderList): boolean {
  return submissions.some(({ state }) => state === 'sending');
}

/** The orders that the service still listed when it was last asked, and those that have come since. */
function presentOrders({ orders, refreshedAt }: OrderList): Order[] {
  return orders.filter((known) => isPresent(known, refreshedAt)).map(({ order }) => order);
}

function isPresent({ lastSeenAt }: KnownOrder, refreshedAt: string | null): boolean {
  return refreshedAt === null || lastSeenAt >= refreshedAt;
}

function toldSoFar(orders: readonly KnownOrder[]): ToldOrders | undefined {
  return orders.length === 0 ? undefined : { orders: orders.map(({ order }) => toTold(order)), news: [] };
}

function toTold({ id, descriptiveName, statusHistory }: Order): ToldOrders['orders'][number] {
  return { id, descriptiveName, statusHistory };
}
