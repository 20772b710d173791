import { isDeepStrictEqual } from 'node:util';
import {
  type ItemOf,
  type ItemRow,
  itemKinds,
  type ListKind,
  noSuchItem,
} from '../../../../shared/items/item-kinds.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import type { ItemMove, RemovedItem, StoredChange } from '../../../../shared/stored-revert.ts';
import type { Sql } from '../file/sql.ts';
import { readItems } from '../read/items.ts';
import { setSetting } from './settings-table.ts';

type Item = ItemOf<ListKind>;

/** Replaces the list of a kind in one transaction. Items of a newer version, or damaged ones, stay in the file. */
export function changeItems<Kind extends ListKind, T>(
  sql: Sql,
  kind: Kind,
  change: (
    items: readonly ItemOf<Kind>[],
  ) => Result<{ readonly next: readonly ItemOf<Kind>[]; readonly result: T }>,
): Result<T> {
  return sql.transaction(() => {
    const { items, unreadable } = readItems(sql, kind);
    const done = change(items);
    if (!done.ok) return done;
    const { next, result } = done.value;
    sql.run(setSetting, itemKinds[kind].setting, JSON.stringify([...next, ...unreadable]));
    return succeed(result);
  });
}

/** Adds an item at the end, or replaces the one with its id. Fails with `invalid-input` for a name that is taken. */
export function saveItem(sql: Sql, kind: ListKind, item: Item): Result<StoredChange<Item>> {
  const row = itemKinds[kind];
  const nameOf = (one: Item) => ('name' in one ? one.name : '');
  return changeItems(sql, kind, (items) => {
    const index = items.findIndex(({ id }) => id === item.id);
    if (
      'hasUniqueNames' in row &&
      items.some((other) => other.id !== item.id && nameOf(other) === nameOf(item))
    )
      return fail('invalid-input', `Another ${row.words[0]} is named “${nameOf(item)}”.`);
    const next = index < 0 ? [...items, item] : items.with(index, item);
    return succeed({ next, result: { before: items[index] ?? null, after: item } });
  });
}

/** Changes the members of an item that are given. Fails with `not-found`. */
export function changeItem(
  sql: Sql,
  kind: ListKind,
  { id, ...members }: Pick<Item, 'id'> & Readonly<Record<string, unknown>>,
): Result<{ readonly before: Item; readonly after: Item }> {
  return changeItems(sql, kind, (items) => {
    const before = items.find((item) => item.id === id);
    if (!before) return noSuchItem(kind, id);
    const given = Object.entries(members).filter(([, value]) => value !== undefined);
    const after: Item = { ...before, ...Object.fromEntries(given) };
    return succeed({
      next: items.map((item) => (item === before ? after : item)),
      result: { before, after },
    });
  });
}

/** Moves an item. Fails with `conflict` when it is not at the index `from`. */
export function moveItem(sql: Sql, kind: ListKind, { id, from, to }: ItemMove): Result<undefined> {
  return changeItems(sql, kind, (items) => {
    const item = items[from];
    return item?.id === id
      ? succeed({ next: items.toSpliced(from, 1).toSpliced(to, 0, item), result: undefined })
      : fail('conflict', `The list of ${itemKinds[kind].words[1]} has been changed since.`);
  });
}

/** Removes an item and returns it with its index, so that it can be restored. Fails with `not-found`. */
export function removeItem(sql: Sql, kind: ListKind, id: string): Result<RemovedItem<Item>> {
  return changeItems(sql, kind, (items) => {
    const index = items.findIndex((item) => item.id === id);
    const item = items[index];
    return item
      ? succeed({ next: items.toSpliced(index, 1), result: { item, index } })
      : noSuchItem(kind, id);
  });
}

/** Restores an item at its former index, unless it is there. */
export function restoreItem(sql: Sql, kind: ListKind, { item, index }: RemovedItem<Item>): Result<undefined> {
  return changeItems(sql, kind, (items) => {
    const isThere = items.some(({ id }) => id === item.id);
    return succeed({ next: isThere ? items : items.toSpliced(index, 0, item), result: undefined });
  });
}

/**
 * Sets an item back to a former state, or deletes it, and returns its index. Fails with `not-found`, or with `conflict`
 * when it has been changed.
 */
export function revertItem(
  sql: Sql,
  kind: ListKind,
  { expected, to }: { readonly expected: Item; readonly to: Item | null },
): Result<number> {
  return changeItems(sql, kind, (items) => {
    const index = items.findIndex(({ id }) => id === expected.id);
    if (index < 0) return noSuchItem(kind, expected.id);
    if (!isDeepStrictEqual(items[index], expected)) return fail('conflict', 'It has been changed since.');
    return succeed({ next: items.toSpliced(index, 1, ...(to ? [to] : [])), result: index });
  });
}

/** Adds items from elsewhere that the list lacks. Returns the number of added ones, and of the others that are not in it. */
export function addMissingItems(
  sql: Sql,
  kind: ListKind,
  arriving: readonly Item[],
): Result<{ readonly added: number; readonly leftOut: number }> {
  const row: ItemRow = itemKinds[kind];
  const toAdd = (('setting' in row && row.toAdd) || lackingItems) as typeof lackingItems;
  return changeItems(sql, kind, (before) => {
    const missing = toAdd(before, arriving);
    const known = new Set([...before, ...missing].map(({ id }) => id));
    const leftOut = arriving.filter(({ id }) => !known.has(id)).length;
    return succeed({ next: [...before, ...missing], result: { added: missing.length, leftOut } });
  });
}

function lackingItems(present: readonly Item[], arriving: readonly Item[]): readonly Item[] {
  const here = new Set(present.map(({ id }) => id));
  return [...new Map(arriving.map((item) => [item.id, item])).values()].filter(({ id }) => !here.has(id));
}
