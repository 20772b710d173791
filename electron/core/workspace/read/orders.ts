import { type DraftList, storedDraftSchema } from '../../../../shared/orders/draft/stored-draft.ts';
import { type KnownOrder, orderSchema } from '../../../../shared/orders/order.ts';
import { type Submission, submissionSchema } from '../../../../shared/orders/request/submission.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell, textOrNull } from '../file/cells.ts';
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

/** Drafts and templates of orders, the last changed first, and how many cannot be read. */
export function listDrafts(sql: Sql): DraftList {
  const rows = sql.all`
    SELECT body FROM order_drafts WHERE deleted_at IS NULL ORDER BY updated_at DESC, draft_id`;
  const drafts = rows.flatMap((row) => {
    const parsed = storedDraftSchema.safeParse(parseBoundedJson(textOrNull(row, 'body') ?? ''));
    return parsed.success ? [parsed.data] : [];
  });
  return { drafts, unreadable: rows.length - drafts.length };
}

/** Attempts to send an order, newest first. One that cannot be read does not hide others, nor close the workspace. */
export function listSubmissions(sql: Sql): readonly Submission[] {
  return readSubmissions(sql).flatMap((submission) => submission ?? []);
}

/** Undefined where damage to the file, or another program, has changed a submission. */
export function readSubmissions(sql: Sql): (Submission | undefined)[] {
  return sql
    .all('SELECT submission FROM submissions ORDER BY created_at DESC, submission_id')
    .map((row) => submissionSchema.safeParse(parseBoundedJson(textCell(row, 'submission'))).data);
}
