import { type KnownOrder, orderSchema } from '../../../../shared/orders/order.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';

/** The orders of the workspace, each with its request where that is stored, the last created first. */
export function listOrders(sql: Sql): readonly KnownOrder[] {
  return sql
    .all(
      `SELECT orders.body, orders.first_seen_at, orders.last_seen_at, order_requests.body AS request
       FROM orders LEFT JOIN order_requests USING (request_id)
       ORDER BY coalesce(orders.created_at, orders.first_seen_at) DESC, orders.id DESC`,
    )
    .flatMap((row): KnownOrder | readonly [] => {
      const order = orderSchema.safeParse(parseBoundedJson(textCell(row, 'body'))).data;
      // One that cannot be read hides no other; the next list of the service replaces it.
      if (!order) return [];
      return {
        order,
        ...(row.request === null ? {} : { requestText: textCell(row, 'request') }),
        firstSeenAt: textCell(row, 'first_seen_at'),
        lastSeenAt: textCell(row, 'last_seen_at'),
      };
    });
}
