import { showOrder } from '../context/show-order.ts';
import type { Stores } from '../stores/stores.ts';
import type { MapClick } from './handle-map-click.ts';

/**
 * Shows the clicked order, or lists several. Clicks on detections, and clicks that unfocus the focused one, have
 * priority. Orders have priority over areas while their panel is open. Returns false when the click has another target.
 */
export function handleOrderClick(stores: Stores, click: MapClick): boolean {
  const { tool, panel } = stores.ui.getState();
  const isForOthers =
    click.orders.length === 0 ||
    tool === 'edit' ||
    click.detections.length > 0 ||
    stores.results.getState().focusedId !== null ||
    (click.areas.length > 0 && panel !== 'orders');
  if (isForOthers) return false;
  const [first, ...others] = click.orders;
  stores.orderList.getState().setClicked(others.length > 0 ? click.orders : []);
  showOrder({ stores }, others.length > 0 ? null : (first ?? null));
  return true;
}
