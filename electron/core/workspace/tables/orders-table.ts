import type { Order } from '../../../../shared/orders/order.ts';
import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import { parseInstant } from '../ingest/parse-instant.ts';

/** Adds or updates orders; a known stored request stays. Returns the ids that changed. */
export function upsertOrders(sql: Sql, orders: readonly Order[], seenAt: string): readonly string[] {
  return sql.transaction(() => {
    const changed = orders.filter((order) => upsertOrder(sql, order, seenAt));
    return [...new Set(changed.map((order) => order.id))];
  });
}

/** Saves the text of a stored request of the service, by its id. */
export function upsertOrderRequest(sql: Sql, requestId: string, text: string, seenAt: string): void {
  sql.transaction(() =>
    sql.run(
      `INSERT INTO order_requests (request_id, body, seen_at) VALUES (?, ?, ?)
       ON CONFLICT (request_id) DO UPDATE SET body = excluded.body, seen_at = excluded.seen_at`,
      requestId,
      text,
      seenAt,
    ),
  );
}

/**
 * Within a transaction. Returns whether the order was not known, or known with other content. A new order is first seen after every submission
 * before it, even when the clock was set back: it may be what one of them created.
 */
export function upsertOrder(sql: Sql, order: Order, seenAt: string): boolean {
  const body = JSON.stringify(order);
  const known = sql.get('SELECT body FROM orders WHERE order_id = ?', order.id);
  if (known && textCell(known, 'body') === body) {
    sql.run('UPDATE orders SET last_seen_at = ? WHERE order_id = ?', seenAt, order.id);
    return false;
  }
  const history = order.statusHistory ?? [];
  sql.run(
    `INSERT INTO orders (order_id, descriptive_name, state, created_at, request_id, body, first_seen_at, last_seen_at)
     VALUES (?, ?, ?, ?, ?, ?, max(?, (SELECT coalesce(max(created_at), '') FROM submissions)), ?)
     ON CONFLICT (order_id) DO UPDATE SET descriptive_name = excluded.descriptive_name, state = excluded.state,
       created_at = excluded.created_at, request_id = excluded.request_id, body = excluded.body,
       last_seen_at = excluded.last_seen_at`,
    order.id,
    order.descriptiveName ?? null,
    history.at(-1)?.state ?? null,
    parseInstant(history[0]?.when)?.iso ?? null,
    order.request ?? null,
    body,
    seenAt,
    seenAt,
  );
  sql.run('DELETE FROM order_status WHERE order_id = ?', order.id);
  for (const [position, entry] of history.entries()) {
    sql.run(
      'INSERT INTO order_status (order_id, position, state, entered_at) VALUES (?, ?, ?, ?)',
      order.id,
      position,
      entry.state,
      entry.when,
    );
  }
  return true;
}
