import { z } from 'zod';
import { statusEntrySchema } from '../order.ts';
import type { OrderChange } from './order-changes.ts';

const named = { orderId: z.string(), descriptiveName: z.string().nullable() };

/** An order change as stored in the workspace. */
const orderChangeSchema: z.ZodType<OrderChange> = z.discriminatedUnion('kind', [
  z.object({ ...named, kind: z.literal('new'), state: z.string().nullable() }),
  z.object({
    ...named,
    kind: z.literal('states'),
    from: z.string().nullable(),
    added: z.array(statusEntrySchema).min(1),
  }),
  z.object({
    ...named,
    kind: z.literal('history-altered'),
    before: z.array(statusEntrySchema),
    after: z.array(statusEntrySchema),
  }),
  z.object({ ...named, kind: z.literal('vanished'), state: z.string().nullable() }),
]);

/** An order change that the analyst has not viewed yet, as stored in the workspace. */
export const orderNotificationSchema = z.object({
  change: orderChangeSchema,
  /** When Sightline noticed the change, UTC ISO 8601. */
  noticedAt: z.string(),
  /** Whether it happened while Sightline was closed, or before its first successful request. */
  whileClosed: z.boolean(),
});
export type OrderNotification = z.infer<typeof orderNotificationSchema>;

/** The last of the notifications of each order, in their order: what came before it is in the order's history. */
export function lastNotifications(notifications: readonly OrderNotification[]): readonly OrderNotification[] {
  const last = new Map(notifications.map((item) => [item.change.orderId, item]));
  return notifications.filter((item) => last.get(item.change.orderId) === item);
}
