import { type DraftList, storedDraftSchema } from '../../../../shared/orders/draft/stored-draft.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textOrNull } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';

/** Drafts and templates of orders, the last changed first, and how many cannot be read. */
export function listDrafts(sql: Sql): DraftList {
  const rows = sql.all(
    'SELECT body FROM order_drafts WHERE deleted_at IS NULL ORDER BY updated_at DESC, draft_id',
  );
  const drafts = rows.flatMap((row) => {
    const parsed = storedDraftSchema.safeParse(parseBoundedJson(textOrNull(row, 'body') ?? ''));
    return parsed.success ? [parsed.data] : [];
  });
  return { drafts, unreadable: rows.length - drafts.length };
}
