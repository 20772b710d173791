import { z } from 'zod';
import { statusEntrySchema } from './order.ts';
import type { OrderChange } from './order-changes.ts';

const named = { orderId: z.string(), descriptiveName: z.string().nullable() };

/** A change as the workspace keeps it. */
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

/** A change that the analyst has not looked at yet. */
export const orderNewsItemSchema = z.object({
  change: orderChangeSchema,
  /** When Sightline learned of it, UTC ISO 8601. */
  noticedAt: z.string(),
  /** It happened while Sightline was closed, or out of touch with the service before its first look. */
  whileClosed: z.boolean(),
});
export type OrderNewsItem = z.infer<typeof orderNewsItemSchema>;
