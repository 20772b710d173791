import type { Order } from '../../shared/orders/order.ts';
import { shortId } from './copy-value.tsx';

/** What an order is called: its name, or else the beginning of its identifier. */
export function orderName({ id, descriptiveName }: Pick<Order, 'id' | 'descriptiveName'>): string {
  return descriptiveName?.trim() || `Order ${shortId(id)}`;
}
