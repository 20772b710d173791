import { isDeepStrictEqual } from 'node:util';
import {
  type DraftRevert,
  type DraftToSave,
  draftToSaveSchema,
  type StoredDraft,
  storedDraftSchema,
} from '../../../../shared/orders/draft/stored-draft.ts';
import type { RevertOutcome, StoredChange } from '../../../../shared/stored-revert.ts';
import { textCell } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';

/**
 * Adds it, or replaces the one with its id, whose time of creation stays. One that was deleted stays deleted. With
 * `expected`, nothing is changed unless that or the draft itself is stored.
 */
export function saveDraft(
  sql: Sql,
  draft: StoredDraft,
  expected?: DraftToSave,
): StoredChange<StoredDraft> | 'changed' {
  return sql.transaction(() => {
    if (!expected) return writeDraft(sql, draft);
    const row = readRow(sql, draft.id, 'NULL');
    // A page whose save was written while its connection was lost expects what was stored before it.
    const isKnown = row && [expected, draftToSaveSchema.parse(draft)].some((each) => isStored(row, each));
    return isKnown ? writeDraft(sql, draft) : 'changed';
  });
}

/** Deletes it and returns it; it can be restored with `restoreDraft`. Undefined when there is none. */
export function deleteDraft(sql: Sql, id: string, deletedAt: string): StoredDraft | undefined {
  return sql.transaction(() => markDraftDeleted(sql, id, deletedAt));
}

/** The same within a transaction that is under way. */
export function markDraftDeleted(sql: Sql, id: string, deletedAt: string): StoredDraft | undefined {
  const row = readRow(sql, id, 'NULL');
  if (row) sql.run('UPDATE order_drafts SET deleted_at = ? WHERE draft_id = ?', deletedAt, id);
  return row && readDraft(row);
}

/** Restores a deleted draft. Undefined when there is none. */
export function restoreDraft(sql: Sql, id: string): StoredDraft | undefined {
  return sql.transaction(() => {
    const row = readRow(sql, id, 'NOT NULL');
    if (row) sql.run('UPDATE order_drafts SET deleted_at = NULL WHERE draft_id = ?', id);
    return row && readDraft(row);
  });
}

/** Replaces it by a former state, or deletes it when there was none, unless it is no longer the expected one. */
export function revertDraft(sql: Sql, { expected, to }: DraftRevert, now: string): RevertOutcome {
  return sql.transaction(() => {
    const row = readRow(sql, expected.id, 'NULL');
    if (!row) return 'missing';
    if (!isStored(row, expected)) return 'changed';
    if (to) writeDraft(sql, { ...to, createdAt: now, updatedAt: now });
    else sql.run('UPDATE order_drafts SET deleted_at = ? WHERE draft_id = ?', now, expected.id);
    return 'done';
  });
}

function readRow(sql: Sql, id: string, deleted: 'NULL' | 'NOT NULL'): SqlRow | undefined {
  return sql.get(`SELECT body FROM order_drafts WHERE draft_id = ? AND deleted_at IS ${deleted}`, id);
}

/** The times are not compared: a draft that was changed and set back is the same. */
function isStored(row: SqlRow, draft: DraftToSave): boolean {
  return isDeepStrictEqual(draftToSaveSchema.parse(readDraft(row)), draft);
}

/** A deleted draft stays deleted: a late change must not restore a draft whose order was placed. */
function writeDraft(sql: Sql, draft: StoredDraft): StoredChange<StoredDraft> {
  const row = sql.get('SELECT body, deleted_at FROM order_drafts WHERE draft_id = ?', draft.id);
  const known = row && readDraft(row);
  const saved: StoredDraft = known ? { ...draft, createdAt: known.createdAt } : draft;
  sql.run(
    `INSERT INTO order_drafts (draft_id, updated_at, body) VALUES (?, ?, ?)
     ON CONFLICT (draft_id) DO UPDATE SET updated_at = excluded.updated_at, body = excluded.body`,
    saved.id,
    saved.updatedAt,
    JSON.stringify(saved),
  );
  return { before: known && row?.deleted_at === null ? known : null, after: saved };
}

function readDraft(row: SqlRow): StoredDraft {
  return storedDraftSchema.parse(JSON.parse(textCell(row, 'body')));
}
