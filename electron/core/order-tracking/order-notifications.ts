import { z } from 'zod';
import { compareOrders, type OrderChange } from '../../../shared/orders/list/order-changes.ts';
import { orderNotificationSchema } from '../../../shared/orders/list/order-notification.ts';
import { type KnownOrder, type Order, orderSchema } from '../../../shared/orders/order.ts';
import { nowUtc } from '../../../shared/time.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import type { OrderListing } from '../orders/order-repository.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

const settingKey = 'orders.notified';

/** The notified state of the orders: their histories as last compared, and the unseen notifications. */
const notifiedOrdersSchema = z.object({
  version: z.literal(1),
  orders: z.array(orderSchema.pick({ id: true, descriptiveName: true, statusHistory: true })),
  notifications: z.array(orderNotificationSchema),
});
type NotifiedOrders = Readonly<Omit<z.infer<typeof notifiedOrdersSchema>, 'version'>>;

const storedTextSchema = z
  .string()
  .transform((text) => parseBoundedJson(text))
  .pipe(notifiedOrdersSchema);

/** The result of one comparison. */
export type DetectedChanges = {
  readonly changes: readonly OrderChange[];
  /** Whether it was the first comparison since the workspace was opened. */
  readonly whileClosed: boolean;
};

/** The order notifications of one workspace. */
export type WorkspaceOrderNotifications = {
  readonly workspace: Workspace;
  items(): NotifiedOrders['notifications'];
  /** Compares the list with the notified orders and stores the changes. Calls must not overlap. */
  compare(list: OrderListing): Promise<DetectedChanges>;
  /** False when there was nothing to mark. */
  markSeen(orderId: string | null): Promise<boolean>;
};

/** The oldest notifications beyond this number are dropped. */
const maxNotifications = 500;

const noChanges: DetectedChanges = { changes: [], whileClosed: false };

/**
 * Loads the notified orders of the workspace. Without stored state its orders count as notified. Without orders the
 * service's first list does, so that it does not raise a notification for each order.
 */
export async function openOrderNotifications(workspace: Workspace): Promise<WorkspaceOrderNotifications> {
  const openedAt = nowUtc();
  let notified = (await readNotifiedOrders(workspace)) ?? allNotified(await workspace.listOrders());
  let hasCompared = false;

  const save = async (next: NotifiedOrders) => {
    notified = next;
    if (workspace.readOnly === undefined) await writeNotifiedOrders(workspace, next);
  };

  return {
    workspace,
    items: () => notified?.notifications ?? [],
    async compare(latest) {
      // Compares only with a list fetched since opening, and not while a submission's order id is still unknown.
      if (latest.refreshedAt === null || latest.refreshedAt < openedAt || isSending(latest)) return noChanges;
      const whileClosed = !hasCompared;
      hasCompared = true;
      const present = presentOrders(latest);
      if (!notified) {
        await save({ orders: present.map(toNotified), notifications: [] });
        return noChanges;
      }
      const isComplete = latest.problems.length === 0;
      const changes = compareOrders(notified.orders, present, { isComplete });
      if (changes.length === 0) return noChanges;
      const submitted = new Set(latest.submissions.map(({ orderId }) => orderId));
      const toNotify = changes.filter(({ kind, orderId }) => kind !== 'new' || !submitted.has(orderId));
      const noticedAt = nowUtc();
      const unlisted = isComplete
        ? []
        : notified.orders.filter(({ id }) => !present.some((each) => each.id === id));
      await save({
        orders: [...present.map(toNotified), ...unlisted],
        notifications: [
          ...notified.notifications,
          ...toNotify.map((change) => ({ change, noticedAt, whileClosed })),
        ].slice(-maxNotifications),
      });
      return { changes: toNotify, whileClosed };
    },
    async markSeen(orderId) {
      if (!notified) return false;
      const notifications =
        orderId === null ? [] : notified.notifications.filter(({ change }) => change.orderId !== orderId);
      if (notifications.length === notified.notifications.length) return false;
      await save({ ...notified, notifications });
      return true;
    },
  };
}

function isSending({ submissions }: OrderListing): boolean {
  return submissions.some(({ state }) => state === 'sending');
}

/** The orders of the service's last list, and those added since. */
function presentOrders({ orders, refreshedAt }: OrderListing): Order[] {
  return orders.filter((known) => isPresent(known, refreshedAt)).map(({ order }) => order);
}

function isPresent({ lastSeenAt }: KnownOrder, refreshedAt: string | null): boolean {
  return refreshedAt === null || lastSeenAt >= refreshedAt;
}

function allNotified(orders: readonly KnownOrder[]): NotifiedOrders | undefined {
  return orders.length === 0
    ? undefined
    : { orders: orders.map(({ order }) => toNotified(order)), notifications: [] };
}

function toNotified({ id, descriptiveName, statusHistory }: Order): NotifiedOrders['orders'][number] {
  return { id, descriptiveName, statusHistory };
}

/** Reads the notified orders from the workspace; undefined when there is none, or one of another version. */
async function readNotifiedOrders(workspace: Workspace): Promise<NotifiedOrders | undefined> {
  const text = await workspace.getSetting(settingKey);
  if (text === undefined) return undefined;
  const parsed = storedTextSchema.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/** Stores the notified orders in the workspace. Rejects when that cannot be written. */
async function writeNotifiedOrders(workspace: Workspace, notified: NotifiedOrders): Promise<void> {
  await workspace.saveSetting(settingKey, JSON.stringify({ version: 1, ...notified }));
}
