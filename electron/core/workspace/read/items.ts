import { type ItemOf, itemKinds, type ListKind } from '../../../../shared/items/item-kinds.ts';
import type { Sql } from '../file/sql.ts';
import { readStoredList, type StoredList } from './stored-list.ts';

/** The list of a kind in a workspace file, in the analyst's order. */
export function readItems<Kind extends ListKind>(sql: Sql, kind: Kind): StoredList<ItemOf<Kind>> {
  const { setting, item } = itemKinds[kind];
  // TypeScript does not relate the schema of a row to its kind.
  return readStoredList(sql, setting, item as never);
}

/** The readable items of a kind. */
export function listItems<Kind extends ListKind>(sql: Sql, kind: Kind): readonly ItemOf<Kind>[] {
  return readItems(sql, kind).items;
}
