import { z } from 'zod';

/** One entry of an order's history (ordering document, 2.2). States are kept as they come: the list may grow. */
export const statusEntrySchema = z.looseObject({ state: z.string(), when: z.string() });
export type StatusEntry = z.infer<typeof statusEntrySchema>;

/**
 * An order as the service returns it (ordering document, 2.1). Only `id` is required of it; which of the other
 * fields may be absent or null is not stated, so all of them may, and fields we do not know are kept.
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

/** The states that the ordering document names (section 3). The service may send others. */
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

/** States that we take for final, so that the order need not be asked for again; all others may still change. */
const finalStates: ReadonlySet<string> = new Set(['cancelled', 'closed', 'completed']);

/** The current state: the last entry of the history, or undefined when the service sent none. */
export function currentState(order: Order): string | undefined {
  return order.statusHistory?.at(-1)?.state;
}

/** Whether the order can still change. An unknown or missing state can. */
export function canStillChange(order: Order): boolean {
  const state = currentState(order);
  return state === undefined || !finalStates.has(state);
}

/** An order as the workspace keeps it: the service's words, and what we know of them. */
export const knownOrderSchema = z.object({
  order: orderSchema,
  /** The stored request, as the service returned it, when it was fetched. */
  requestText: z.string().optional(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
});
export type KnownOrder = z.infer<typeof knownOrderSchema>;
