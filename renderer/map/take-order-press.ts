import { showOrder } from '../commands/order-follow-commands.ts';
import type { Stores } from '../stores/stores.ts';
import type { MapPress } from './take-press.ts';

/**
 * Shows the order that was pressed, or lists several. Detections come first, and so does putting down the one that is
 * looked at; of areas and orders in one place, the orders come first while their panel is open. False when the press
 * is not for orders.
 */
export function takeOrderPress(stores: Stores, press: MapPress): boolean {
  const { tool, panel } = stores.ui.getState();
  const isForOthers =
    press.orders.length === 0 ||
    tool === 'edit' ||
    press.detections.length > 0 ||
    stores.results.getState().focusedId !== null ||
    (press.areas.length > 0 && panel !== 'orders');
  if (isForOthers) return false;
  const [first, ...others] = press.orders;
  stores.orderList.getState().setPressed(others.length > 0 ? press.orders : []);
  showOrder({ stores }, others.length > 0 ? null : (first ?? null));
  return true;
}
