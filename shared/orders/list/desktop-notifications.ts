import {
  describeOrderChange,
  needsAttention,
  type OrderChange,
  summarizeOrderChanges,
} from './order-changes.ts';

/** A desktop notification about orders, and what a click on it shows. */
export type DesktopNotification = {
  readonly title: string;
  readonly body: string;
  /** Null: the list of orders. */
  readonly orderId: string | null;
  /** Whether it reports more than progress or success. */
  readonly needsAttention: boolean;
};

/** Maximum number of separate notifications at a time. */
const maxDesktopNotifications = 3;

/**
 * Creates notifications for changes that were noticed together: one each, or one summary when they are many or
 * happened while Sightline was closed.
 */
export function toDesktopNotifications({
  changes,
  whileClosed,
}: {
  readonly changes: readonly OrderChange[];
  readonly whileClosed: boolean;
}): DesktopNotification[] {
  const [only, ...others] = changes;
  if (!only) return [];
  if (others.length === 0 || (!whileClosed && changes.length <= maxDesktopNotifications)) {
    return changes.map((change) => ({
      ...describeOrderChange(change),
      orderId: change.orderId,
      needsAttention: needsAttention(change),
    }));
  }
  const title = whileClosed ? 'Orders changed while Sightline was closed' : 'Orders changed';
  const body = `${summarizeOrderChanges(changes).join('. ')}.`;
  return [{ title, body, orderId: null, needsAttention: changes.some(needsAttention) }];
}
