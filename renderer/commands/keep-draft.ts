import type { Failure } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import type { OrderWork } from './order-work.ts';

/** How long after the last key a draft is kept, in milliseconds. */
const pause = 500;

/** The last write of each app's draft: two never cross on the way. */
const lastWrite = new WeakMap<object, Promise<Failure | null>>();

/** Keeps the draft in the form in the workspace, unless that has it already. Answers the failure. */
export function keepDraft(app: OrderWork): Promise<Failure | null> {
  const { orders } = app.stores;
  const { editing, keep } = orders.getState();
  if (!editing || keep.kind === 'kept' || keep.kind === 'new') return Promise.resolve(null);
  const { id, name, draft } = editing;
  const before = lastWrite.get(orders) ?? Promise.resolve(null);
  const write = before.then(async () => {
    const result = await ask(() => app.api.drafts.put.mutate({ kind: 'draft', id, name, draft }));
    // What was typed meanwhile is for the next write.
    if (orders.getState().editing === editing) {
      orders.getState().setKeep(result.ok ? { kind: 'kept' } : { kind: 'failed', failure: result.failure });
    }
    return result.ok ? null : result.failure;
  });
  lastWrite.set(orders, write);
  return write;
}

/**
 * Keeps the draft by itself: a moment after each change, and at once when the page goes out of sight. Returns the way
 * to stop.
 */
export function startKeepingDrafts(app: OrderWork): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepNow = () => {
    clearTimeout(timer);
    void keepDraft(app);
  };
  const keepIfHidden = () => {
    if (document.visibilityState === 'hidden') keepNow();
  };
  const stopFollowing = app.stores.orders.subscribe(({ editing, keep }, before) => {
    if (editing === before.editing || keep.kind !== 'changed') return;
    clearTimeout(timer);
    timer = setTimeout(keepNow, pause);
  });
  document.addEventListener('visibilitychange', keepIfHidden);
  window.addEventListener('pagehide', keepNow);
  return () => {
    clearTimeout(timer);
    stopFollowing();
    document.removeEventListener('visibilitychange', keepIfHidden);
    window.removeEventListener('pagehide', keepNow);
  };
}
