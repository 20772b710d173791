import type { Order } from '../../shared/orders/order.ts';
import { shortId } from './copy-value.tsx';

/** The display name of an order: its name, or else its shortened id. */
export function orderName({ id, descriptiveName }: Pick<Order, 'id' | 'descriptiveName'>): string {
  return descriptiveName?.trim() || `Order ${shortId(id)}`;
}
