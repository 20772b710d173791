import type { ReactNode } from 'react';
import { parseIsoTime } from '../../../shared/iso-8601.ts';
import { isNotOrdered } from '../../../shared/orders/request/submission.ts';
import { useApp } from '../../context/app-context.tsx';
import { useIsToBeFetched, useOrderItems, useOrderList } from '../../context/use-order-list.ts';
import { useOrderListStore, useSession } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './orders.module.css';
import { SubmissionRow } from './submission-list.tsx';
import { texts } from './texts.ts';
import { OrderRow } from './tracking/order-row.tsx';
import { useOrderNotifications } from './tracking/use-order-notifications.ts';
import { useOrderStatistics } from './tracking/use-order-statistics.ts';

/**
 * The orders of the workspace, and submissions that did not become one, as rows. `createdAt` is when each was sent, in
 * epoch milliseconds; 0 where that is not known. `isOpen`: it is being sent, or has to be decided.
 */
export function useOrderRows(): readonly {
  readonly id: string;
  readonly createdAt: number;
  readonly isOpen: boolean;
  readonly row: ReactNode;
}[] {
  const { items } = useOrderItems();
  const submissions = useOrderList().data?.submissions ?? [];
  const statistics = useOrderStatistics();
  const notifications = useOrderNotifications();
  const onMap = useOrderListStore((state) => state.onMap);
  const now = useNow(30_000);
  const orders = items.map((item) => {
    const { order } = item.stored;
    return {
      id: order.id,
      createdAt: parseIsoTime(order.statusHistory?.[0]?.when ?? '')?.epochMs ?? 0,
      isOpen: false,
      row: (
        <>
          <OrderRow {...{ item, statistics, notifications, now, onMap }} />
          <FetchResults orderId={order.id} />
        </>
      ),
    };
  });
  const open = submissions
    .filter((each) => each.state !== 'dismissed' && each.archivedAt === undefined)
    .filter((each) => isNotOrdered(each) || each.orderId === undefined)
    .map((each) => ({
      ...{ id: each.id, createdAt: Date.parse(each.createdAt) || 0, isOpen: !isNotOrdered(each) },
      row: <SubmissionRow submission={each} />,
    }));
  return [...orders, ...open];
}

/** The action of a completed order whose results have not been requested in this session. */
function FetchResults({ orderId }: { readonly orderId: string }) {
  const { commands } = useApp();
  const isSignedIn = useSession(({ session }) => session?.status === 'signed-in');
  const isToBeFetched = useIsToBeFetched(orderId);
  if (!isSignedIn || !isToBeFetched) return null;
  return (
    <div className={styles.links}>
      <TextButton onClick={() => void commands.runWith('orders.fetch-results-of', { orderId })}>
        {texts.list.fetchResults}
      </TextButton>
    </div>
  );
}
