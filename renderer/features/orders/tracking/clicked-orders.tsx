import type { ReactNode } from 'react';
import type { OrderListItem } from '../../../../shared/orders/list/order-list-filter.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useOrderListStore } from '../../../context/use-stores.ts';
import { PanelHeading } from '../../../ui/panel-heading.tsx';

import { TextButton } from '../../../ui/text-button.tsx';
import rowStyles from '../orders.module.css';
import { texts } from '../texts.ts';
import styles from './tracking.module.css';

/** The orders at the position on the map that the analyst clicked. `row` renders one of them. */
export function ClickedOrders({
  items,
  row,
}: {
  readonly items: readonly OrderListItem[];
  row(item: OrderListItem): ReactNode;
}) {
  const { stores } = useApp();
  const clickedIds = useOrderListStore((state) => state.clickedIds);
  const clicked = items.filter(({ stored: known }) => clickedIds.includes(known.order.id));
  if (clicked.length === 0) return null;
  return (
    <section className={styles.clicked} aria-label={texts.clicked.label}>
      <PanelHeading level={3} title={texts.clicked.count(clicked.length)}>
        <TextButton onClick={() => stores.orderList.getState().setClicked([])}>
          {texts.clicked.close}
        </TextButton>
      </PanelHeading>
      <ul className={rowStyles.rows}>
        {clicked.map((item) => (
          <li key={item.stored.order.id}>{row(item)}</li>
        ))}
      </ul>
    </section>
  );
}
