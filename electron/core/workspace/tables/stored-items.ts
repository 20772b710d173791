import { isDeepStrictEqual } from 'node:util';
import {
  type ItemOf,
  itemKinds,
  noSuchItem,
  type SettingsOf,
  type TableKind,
} from '../../../../shared/items/item-kinds.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell, textOrNull } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';

/** Items of a kind that has a table: deleted ones stay, marked, and are restored by an undo. */
export function createStoredItems<Kind extends TableKind>(kind: Kind) {
  type Item = ItemOf<Kind>;
  type Settings = SettingsOf<Kind>;
  const { table, idColumn, item, settings } = itemKinds[kind];
  const parse = (row: SqlRow) => item.parse(JSON.parse(textCell(row, 'body'))) as Item;
  const select = (sql: Sql, id: string, deleted: 'NULL' | 'NOT NULL' = 'NULL'): Result<SqlRow> => {
    const row = sql.get(`SELECT body FROM ${table} WHERE ${idColumn} = ? AND deleted_at IS ${deleted}`, id);
    return row ? succeed(row) : noSuchItem(kind, id);
  };
  const find = (sql: Sql, id: string): Result<Item> => {
    const row = select(sql, id);
    return row.ok ? succeed(parse(row.value)) : row;
  };
  const setDeleted = (sql: Sql, id: string, at: string | null): Result<SqlRow> => {
    const row = select(sql, id, at === null ? 'NOT NULL' : 'NULL');
    if (row.ok) sql.run(`UPDATE ${table} SET deleted_at = ? WHERE ${idColumn} = ?`, at, id);
    return row;
  };
  const hasSettings = (stored: Item, expected: Settings) =>
    isDeepStrictEqual(settings.parse(stored), expected);
  return {
    /** The item unless it was deleted. Fails with `not-found`. */
    find,
    hasSettings,
    /** The item before a write, also a deleted one, and what it was to the user: null when it was deleted. */
    readFormer(sql: Sql, id: string): { readonly former: Item | undefined; readonly before: Item | null } {
      const row = sql.get(`SELECT body, deleted_at FROM ${table} WHERE ${idColumn} = ?`, id);
      const former = row && parse(row);
      return { former, before: former !== undefined && row?.deleted_at === null ? former : null };
    },
    /** Deletes it, or with a null time restores it, in a transaction that is under way. Fails with `not-found`. */
    setDeleted,
    /** Deletes it, and returns it, or null where it cannot be read. It can be restored. Fails with `not-found`. */
    remove: (sql: Sql, id: string, at: string): Result<Item | null> =>
      sql.transaction(() => {
        const row = setDeleted(sql, id, at);
        if (!row.ok) return row;
        const { data } = item.safeParse(parseBoundedJson(textOrNull(row.value, 'body') ?? ''));
        return succeed((data as Item | undefined) ?? null);
      }),
    /** Changes what others than the user set of it. Fails with `not-found`. */
    change: (sql: Sql, id: string, change: (stored: Item) => Item): Result<Item> =>
      sql.transaction(() => {
        const stored = find(sql, id);
        if (!stored.ok) return stored;
        const changed = change(stored.value);
        sql.run(`UPDATE ${table} SET body = ? WHERE ${idColumn} = ?`, JSON.stringify(changed), id);
        return succeed(changed);
      }),
    /** Restores a deleted one. Fails with `not-found`. */
    restore: (sql: Sql, id: string): Result<Item> =>
      sql.transaction(() => {
        const row = setDeleted(sql, id, null);
        return row.ok ? succeed(parse(row.value)) : row;
      }),
    /**
     * Replaces it by former settings with `write`, or deletes it when there were none. Fails with `not-found`, or with
     * `conflict` when its settings have changed since.
     */
    revert: (
      sql: Sql,
      { expected, to }: { readonly expected: Settings; readonly to: Settings | null },
      at: string,
      write: (to: Settings) => unknown,
    ): Result<undefined> =>
      sql.transaction(() => {
        const stored = find(sql, expected.id);
        if (!stored.ok) return stored;
        if (!hasSettings(stored.value, expected)) return fail('conflict', 'It has been changed since.');
        if (to) write(to);
        else setDeleted(sql, expected.id, at);
        return succeed(undefined);
      }),
  };
}

/** Deletes an item, and returns it, or null where it cannot be read. It can be restored. Fails with `not-found`. */
export function removeStored(sql: Sql, kind: TableKind, id: string, at: string) {
  return createStoredItems(kind).remove(sql, id, at);
}

/** Restores a deleted item. Fails with `not-found`. */
export function restoreStored(sql: Sql, kind: TableKind, id: string) {
  return createStoredItems(kind).restore(sql, id);
}
