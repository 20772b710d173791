import { describeChange, type OrderChange, summarizeChanges } from './order-changes.ts';

/** A notification about orders, and what a press on it shows. */
export type OrderNotice = {
  readonly title: string;
  readonly body: string;
  /** Null: the list of orders. */
  readonly orderId: string | null;
};

/** More notifications at once than this would be one too many. */
const mostNotices = 3;

/** What to tell of changes that were noticed together: each by itself, or their sum when they are many or old. */
export function notifyChanges({
  changes,
  whileClosed,
}: {
  readonly changes: readonly OrderChange[];
  readonly whileClosed: boolean;
}): OrderNotice[] {
  const [only, ...others] = changes;
  if (!only) return [];
  if (others.length === 0 || (!whileClosed && changes.length <= mostNotices)) {
    return changes.map((change) => ({ ...describeChange(change), orderId: change.orderId }));
  }
  const title = whileClosed ? 'Orders changed while Sightline was closed' : 'Orders changed';
  return [{ title, body: `${summarizeChanges(changes).join('. ')}.`, orderId: null }];
}
