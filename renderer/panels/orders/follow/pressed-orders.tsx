import type { ReactNode } from 'react';
import type { OrderListItem } from '../../../../shared/orders/order-list-filter.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useOrderListing } from '../../../app/use-stores.ts';
import { formatQuantity } from '../../../components/format.ts';
import { PanelHeading } from '../../../components/panel-heading.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import rowStyles from '../orders.module.css';
import styles from './follow.module.css';

/** The orders that lie over each other where the analyst pressed on the map. `row` renders one of them. */
export function PressedOrders({
  items,
  row,
}: {
  readonly items: readonly OrderListItem[];
  row(item: OrderListItem): ReactNode;
}) {
  const { stores } = useApp();
  const pressedIds = useOrderListing((state) => state.pressedIds);
  const pressed = items.filter(({ known }) => pressedIds.includes(known.order.id));
  if (pressed.length === 0) return null;
  return (
    <section className={styles.pressed} aria-label="Orders here">
      <PanelHeading level={3} title={`${formatQuantity(pressed.length, 'order')} where you pressed`}>
        <TextButton onClick={() => stores.orderList.getState().setPressed([])}>Close</TextButton>
      </PanelHeading>
      <ul className={rowStyles.rows}>
        {pressed.map((item) => (
          <li key={item.known.order.id}>{row(item)}</li>
        ))}
      </ul>
    </section>
  );
}
