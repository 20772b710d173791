import type { App } from './app-context.tsx';

/** Shows an order, or with null the list of orders. */
export function showOrder({ stores }: Pick<App, 'stores'>, orderId: string | null): void {
  stores.ui.getState().showPanel('orders');
  stores.orders.getState().show(orderId === null ? { kind: 'list' } : { kind: 'order', id: orderId });
}
