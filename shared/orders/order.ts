import { z } from 'zod';

/**
 * An entry of an order's history (service.md, Orders). States are stored as received, because the service may add
 * some. A missing time is empty: the order can be read all the same.
 */
export const statusEntrySchema = z.looseObject({
  state: z.string(),
  when: z
    .string()
    .nullish()
    .transform((when) => when ?? ''),
});
export type StatusEntry = z.infer<typeof statusEntrySchema>;

/**
 * An order as the service returns it (service.md, Orders). Only `id` is required; the service does not document which
 * other fields may be absent or null, so all may be. Unknown fields are preserved.
 */
export const orderSchema = z.looseObject({
  id: z.string(),
  descriptiveName: z.string().nullish(),
  purchaseReason: z.string().nullish(),
  customerNotes: z.string().nullish(),
  request: z.string().nullish(),
  owner: z.string().nullish(),
  customer: z.string().nullish(),
  products: z.array(z.unknown()).nullish(),
  statusHistory: z.array(statusEntrySchema).nullish(),
});
export type Order = z.infer<typeof orderSchema>;

/** The documented states (service.md, States of orders). The service may send others. */
export const orderStates = [
  'created',
  'open',
  'payment-pending',
  'in-progress',
  'cancelled',
  'under-review',
  'accepted',
  'closed',
  'completed',
] as const;

/** States that count as final, so that the order is not polled again; all others may still change. */
const finalStates: ReadonlySet<string> = new Set(['cancelled', 'closed', 'completed']);

/** Returns the current state: the last entry of the history, or undefined without one. */
export function currentState(order: Order): string | undefined {
  return order.statusHistory?.at(-1)?.state;
}

/** Whether the order can still change, as with an unknown or missing state. */
export function canStillChange(order: Order): boolean {
  const state = currentState(order);
  return state === undefined || !finalStates.has(state);
}

/** An order as stored in the workspace. */
export const knownOrderSchema = z.object({
  order: orderSchema,
  /** The stored request as returned by the service, once fetched. */
  requestText: z.string().optional(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
});
export type KnownOrder = z.infer<typeof knownOrderSchema>;
