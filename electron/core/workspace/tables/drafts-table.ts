import { type StoredDraft, storedDraftSchema } from '../../../../shared/orders/draft/stored-draft.ts';
import { textCell } from '../cells.ts';
import type { Sql, SqlRow } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** Drafts and templates of orders, the last changed first. */
export function createDraftsTable(
  sql: Sql,
): Pick<WorkspaceStore, 'listDrafts' | 'saveDraft' | 'deleteDraft' | 'restoreDraft'> {
  return {
    listDrafts: () =>
      sql
        .all('SELECT body FROM order_drafts WHERE deleted_at IS NULL ORDER BY updated_at DESC, draft_id')
        .map(readDraft),
    saveDraft: (draft) => sql.transaction(() => writeDraft(sql, draft)),
    deleteDraft: (id, deletedAt) =>
      sql.transaction(() => {
        const exists = readRow(sql, id, 'NULL') !== undefined;
        if (exists) sql.run('UPDATE order_drafts SET deleted_at = ? WHERE draft_id = ?', deletedAt, id);
        return exists;
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

/** A deleted draft stays deleted: a late change must not restore a draft whose order was placed. */
function writeDraft(sql: Sql, draft: StoredDraft): StoredDraft {
  const known = sql.get('SELECT body FROM order_drafts WHERE draft_id = ?', draft.id);
  const saved: StoredDraft = known ? { ...draft, createdAt: readDraft(known).createdAt } : draft;
  sql.run(
    `INSERT INTO order_drafts (draft_id, updated_at, body) VALUES (?, ?, ?)
     ON CONFLICT (draft_id) DO UPDATE SET updated_at = excluded.updated_at, body = excluded.body`,
    saved.id,
    saved.updatedAt,
    JSON.stringify(saved),
  );
  return saved;
}

function readDraft(row: SqlRow): StoredDraft {
  return storedDraftSchema.parse(JSON.parse(textCell(row, 'body')));
}
