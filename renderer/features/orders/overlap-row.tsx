import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatTime } from '../../../shared/format.ts';
import { orderName } from '../../../shared/orders/order-name.ts';
import type { OrderOverlap } from '../../../shared/orders/overlap/find-overlaps.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { useOrders } from '../../context/use-stores.ts';
import { Note } from '../../ui/note.tsx';

import { TextButton } from '../../ui/text-button.tsx';
import styles from './orders.module.css';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';

/** A known order that already requests part of the new one, and how much of it. */
export function OverlapRow({ overlap }: { readonly overlap: OrderOverlap }) {
  const { orderId, descriptiveName, state, isWithdrawn, commonAnalytics, times, problems } = overlap;
  return (
    <li className={styles.overlap}>
      <span>
        <OrderLink orderId={orderId} name={descriptiveName} />
        {isWithdrawn && <span className="muted"> {texts.overlap.withdrawn}</span>}
      </span>
      <StateBadge state={state ?? undefined} />
      <span className={styles.rowMore}>{commonAnalytics.map(analyticDisplayName).join(', ')}</span>
      <span className={styles.rowMore}>
        {texts.overlap.shareOfArea(
          formatShare(overlap.shareOfArea),
          formatSquareMetres(overlap.squareMetres),
        )}
        {texts.overlap.shareOfTime(formatShare(overlap.shareOfTime))}
        {times.map(({ from, to }) => `${formatTime(from)} → ${formatTime(to)}`).join(', ')}
      </span>
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
    </li>
  );
}

/** The name of an order; a click opens the order. The draft is unchanged. */
export function OrderLink({ orderId, name }: { readonly orderId: string; readonly name: string | null }) {
  const { show, setSend } = useOrders((state) => state);
  return (
    <TextButton
      onClick={() => {
        setSend({ kind: 'idle' });
        show({ kind: 'order', id: orderId });
      }}
    >
      {orderName({ id: orderId, descriptiveName: name })}
    </TextButton>
  );
}

function formatShare(share: number): string {
  if (share >= 0.995) return texts.overlap.all;
  return share < 0.01 ? texts.overlap.lessThanOne : `${Math.round(100 * share)}%`;
}
