import { type StoredDraft, storedDraftSchema } from '../../../../shared/orders/stored-draft.ts';
import { textCell } from '../cells.ts';
import type { Sql, SqlRow } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** Drafts and templates of orders, the last changed first. */
export function createDraftsTable(
  sql: Sql,
): Pick<WorkspaceStore, 'listDrafts' | 'putDraft' | 'deleteDraft' | 'restoreDraft'> {
  return {
    listDrafts: () =>
      sql
        .all('SELECT body FROM order_drafts WHERE deleted_at IS NULL ORDER BY updated_at DESC, draft_id')
        .map(readDraft),
    putDraft: (draft) => sql.transaction(() => writeDraft(sql, draft)),
    deleteDraft: (id, deletedAt) =>
      sql.transaction(() => {
        const isThere = readRow(sql, id, 'NULL') !== undefined;
        if (isThere) sql.run('UPDATE order_drafts SET deleted_at = ? WHERE draft_id = ?', deletedAt, id);
        return isThere;
      }),
    restoreDraft: (id) =>
      sql.transaction(() => {
        const row = readRow(sql, id, 'NOT NULL');
        if (row) sql.run('UPDATE order_drafts SET deleted_at = NULL WHERE draft_id = ?', id);
        return row && readDraft(row);
      }),
  };
}

function readRow(sql: Sql, id: string, deleted: 'NULL' | 'NOT NULL'): SqlRow | undefined {
  return sql.get(`SELECT body FROM order_drafts WHERE draft_id = ? AND deleted_at IS ${deleted}`, id);
}

/** A deleted one stays deleted: a change that was still on its way must not bring back an order that was placed. */
function writeDraft(sql: Sql, draft: StoredDraft): StoredDraft {
  const known = sql.get('SELECT body FROM order_drafts WHERE draft_id = ?', draft.id);
  const kept: StoredDraft = known ? { ...draft, createdAt: readDraft(known).createdAt } : draft;
  sql.run(
    `INSERT INTO order_drafts (draft_id, updated_at, body) VALUES (?, ?, ?)
     ON CONFLICT (draft_id) DO UPDATE SET updated_at = excluded.updated_at, body = excluded.body`,
    kept.id,
    kept.updatedAt,
    JSON.stringify(kept),
  );
  return kept;
}

function readDraft(row: SqlRow): StoredDraft {
  return storedDraftSchema.parse(JSON.parse(textCell(row, 'body')));
}
