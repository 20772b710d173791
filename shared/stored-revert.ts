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
