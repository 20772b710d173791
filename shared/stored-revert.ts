import { z } from 'zod';

/**
 * The input that sets an item of the workspace back: what must be stored now, and the state to restore, or null to delete
 * it. An undo sends it, so that it changes nothing when another window has changed the item since.
 */
export function storedRevertSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ expected: item, to: item.nullable() });
}

/** An item before and after a change; null before when it was added. */
export type StoredChange<Item> = { readonly before: Item | null; readonly after: Item };

/** Moves an item of a list from an index, counted from 0, to another one. */
export const itemMoveSchema = z.object({
  id: z.uuid(),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});
export type ItemMove = z.infer<typeof itemMoveSchema>;

/** The input that restores an item that was removed from a list, at its former index: the result of the removal. */
export function removedItemSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ item, index: z.int().nonnegative() });
}

/** An item that was removed from a list, and its index there. */
export type RemovedItem<Item> = { readonly item: Item; readonly index: number };
