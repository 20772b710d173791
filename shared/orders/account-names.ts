import { z } from 'zod';
import type { KnownOrder } from './order.ts';
import type { Submission } from './request/submission.ts';

/** The analyst's name for the UUID of an owner or a customer of orders, which the service gives no name. */
export const accountNameSchema = z.object({
  id: z.string().min(1),
  /** Empty: no name. */
  name: z.string().trim().max(100, 'Use at most 100 characters.'),
  /** This is the owner UUID of the signed-in user. */
  isMe: z.boolean(),
});
export type AccountName = z.infer<typeof accountNameSchema>;

/** Replaces the entry of an id; `expected` is the current one, which has an empty name where there is none. */
export const accountNameChangeSchema = z.object({ expected: accountNameSchema, to: accountNameSchema });
export type AccountNameChange = z.infer<typeof accountNameChangeSchema>;

/** The entry of an id; one without a name when there is none. */
export function findAccountName(names: readonly AccountName[], id: string): AccountName {
  return names.find((entry) => entry.id === id) ?? { id, name: '', isMe: false };
}

/**
 * The owner UUIDs of the signed-in user: those marked by the analyst, or else the owners of orders that were placed from
 * this workspace, which belongs to one account (service.md, Orders: the owner created the order).
 */
export function findOwnIds({
  orders,
  submissions,
  accountNames,
}: {
  readonly orders: readonly KnownOrder[];
  readonly submissions: readonly Submission[];
  readonly accountNames: readonly AccountName[];
}): ReadonlySet<string> {
  const marked = accountNames.filter(({ isMe }) => isMe).map(({ id }) => id);
  if (marked.length > 0) return new Set(marked);
  const placed = new Set(submissions.flatMap(({ orderId }) => orderId ?? []));
  return new Set(orders.flatMap(({ order }) => (placed.has(order.id) && order.owner ? [order.owner] : [])));
}
