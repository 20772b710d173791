import type { DraftToSave } from '../../../shared/orders/draft/stored-draft.ts';
import type { OrderCommandContext } from './order-command-context.ts';

/** Drafts that each app has last read or written, by id. */
const knownDrafts = new WeakMap<object, Map<string, DraftToSave>>();

/** Notes what is stored of a draft, so that its next save replaces nothing else. */
export function noteStoredDraft({ stores: { orders } }: OrderCommandContext, draft: DraftToSave): void {
  const known = knownDrafts.get(orders) ?? new Map();
  knownDrafts.set(orders, known.set(draft.id, draft));
}

/** The state of a draft that was last known to be stored; undefined for a new one. */
export function findStoredDraft(
  { stores: { orders } }: OrderCommandContext,
  id: string,
): DraftToSave | undefined {
  return knownDrafts.get(orders)?.get(id);
}
