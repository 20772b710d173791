import { z } from 'zod';
import { orderNotificationSchema } from '../../../shared/orders/list/order-notification.ts';
import { orderSchema } from '../../../shared/orders/order.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import type { Workspace } from '../workspace/workspace.ts';

const settingKey = 'orders.told';

/** The notified state of the orders: their histories as last compared, and the unseen notifications. */
const notifiedOrdersSchema = z.object({
  version: z.literal(1),
  orders: z.array(orderSchema.pick({ id: true, descriptiveName: true, statusHistory: true })),
  news: z.array(orderNotificationSchema),
});
export type NotifiedOrders = Readonly<Omit<z.infer<typeof notifiedOrdersSchema>, 'version'>>;

/** Reads it from the workspace; undefined when there is none, or one of another version. */
export async function readNotifiedOrders(workspace: Workspace): Promise<NotifiedOrders | undefined> {
  const text = await workspace.getSetting(settingKey);
  if (text === undefined) return undefined;
  const parsed = storedTextSchema.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/** Stores it in the workspace. Rejects when that cannot be written. */
export async function writeNotifiedOrders(workspace: Workspace, notified: NotifiedOrders): Promise<void> {
  await workspace.saveSetting(settingKey, JSON.stringify({ version: 1, ...notified }));
}

const storedTextSchema = z
  .string()
  .transform((text) => parseBoundedJson(text))
  .pipe(notifiedOrdersSchema);
