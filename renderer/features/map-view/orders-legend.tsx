import { formatCount } from '../../../shared/format.ts';
import { orderListChoices } from '../../../shared/orders/list/order-list-filter.ts';
import { describeOrderState } from '../../../shared/orders/list/order-timeline.ts';
import { useApp } from '../../context/app-context.tsx';
import { useTipWithKey } from '../../context/command-key.tsx';
import { useOrderItems } from '../../context/use-order-items.ts';
import { useOrderListStore, useUi } from '../../context/use-stores.ts';
import { orderStateColors } from '../../ui/order-state-color.ts';
import { useColorScheme } from '../../ui/use-color-scheme.ts';

import styles from './legend.module.css';
import { texts } from './texts.ts';

/**
 * The switch that shows and hides the orders on the map. With `withStates` the colors of their states are listed while
 * the orders panel is open.
 */
export function OrdersLegend({ withStates }: { readonly withStates: boolean }) {
  const { stores } = useApp();
  const scheme = useColorScheme();
  const onMap = useOrderListStore((state) => state.onMap);
  const isBesideOrders = useUi((state) => state.panel === 'orders');
  const tip = useTipWithKey(texts.orders.toggle(onMap), 'orders.toggle-map');
  const { items, shown } = useOrderItems();
  if (items.length === 0) return null;
  const hidden = items.length - shown.length;
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        data-legend-entry
        aria-pressed={onMap}
        title={tip}
        onClick={() => stores.orderList.getState().setOnMap(!onMap)}
      >
        <span>{texts.orders.label} </span>
        <span className={styles.count}>
          {formatCount(shown.length)}
          {hidden > 0 ? texts.orders.of(items.length) : ''}
        </span>
      </button>
      {withStates && onMap && isBesideOrders
        ? orderListChoices(shown).states.map(({ state, count }) => {
            const description = state === null ? null : describeOrderState(state);
            return (
              <div key={state} className={styles.symbol} title={description?.meaning}>
                <span
                  className={styles.orderSymbol}
                  data-known={description?.known ?? false}
                  style={{ borderColor: orderStateColors(state)[scheme] }}
                  aria-hidden
                />
                <span>
                  {description === null ? texts.orders.noState : description.label}
                  {description?.known === false ? ' ?' : ''}{' '}
                </span>
                <span className={styles.count}>{formatCount(count)}</span>
              </div>
            );
          })
        : null}
    </>
  );
}
