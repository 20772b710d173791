import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ItemChange, ItemOf, NewItem, ServedKind } from '../../shared/items/item-kinds.ts';
import { type Failure, type Result, succeed } from '../../shared/result.ts';
import type { ItemMove, RemovedItem } from '../../shared/stored-revert.ts';
import type { Queries } from '../api/client.ts';
import type { Edit, EditResult } from '../stores/history-store.ts';
import { notifyFailure } from '../ui/notify.tsx';
import { type App, useApp } from './app-context.tsx';
import { callEdit, type HistoryContext, recordEdit } from './edit-history.ts';
import { useIsWorkspaceOpen } from './use-workspace-queries.ts';

type ItemContext = Pick<App, 'api' | 'stores'>;
/** A change of an item; `before` is null when it was added, `after` when it was deleted. */
type ItemEdit<Item> = { readonly before: Item | null; readonly after: Item | null };
/** An edit in the history: what was done, as a phrase, and the message that offers to undo it. */
type EditText = { readonly name: string; readonly subject?: string; readonly message?: string | undefined };

/** Undoes changes of items; each change fails when the item has been changed since. */
type ItemSetter<Item> = {
  /** Sets an item back to another state, or deletes it. */
  revert(expected: Item, to: Item | null): Promise<EditResult>;
  restore(item: Item): Promise<EditResult>;
};

/** Records that an item was added, changed or deleted. The states of `edit` are read when it is undone. */
export function recordItemEdit<Item>(
  app: HistoryContext,
  edit: ItemEdit<Item>,
  { revert, restore }: ItemSetter<Item>,
  { message, ...named }: EditText,
): Edit {
  const set = (expected: Item | null, to: Item | null) => {
    if (expected !== null) return revert(expected, to);
    return to === null ? Promise.resolve(succeed(undefined)) : restore(to);
  };
  const recorded = {
    ...named,
    undo: () => set(edit.after, edit.before),
    redo: () => set(edit.before, edit.after),
  };
  recordEdit(app, recorded, message);
  return recorded;
}

type Mutation<Input, Output extends EditResult = EditResult> = { mutate(input: Input): Promise<Output> };

/** Procedures of an item in a table: what was deleted is still there. */
export function tableSetter<Item extends { readonly id: string }>(procedures: {
  readonly revert: Mutation<{ expected: Item; to: Item | null }>;
  readonly restore: Mutation<string>;
}): ItemSetter<Item> {
  return {
    revert: (expected, to) => procedures.revert.mutate({ expected, to }),
    restore: ({ id }) => procedures.restore.mutate(id),
  };
}

/** Procedures of an item of a list, which is restored where it was when it was deleted last. */
export function listSetter<Item>(
  procedures: {
    readonly revert: Mutation<{ expected: Item; to: Item | null }, Result<number>>;
    readonly restore: Mutation<{ item: Item; index: number }>;
  },
  index = 0,
): ItemSetter<Item> {
  let at = index;
  return {
    async revert(expected, to) {
      const done = await procedures.revert.mutate({ expected, to });
      if (done.ok) at = done.value;
      return done;
    },
    restore: (item) => procedures.restore.mutate({ item, index: at }),
  };
}

type ItemApi<Kind extends ServedKind> = Parameters<typeof listSetter<ItemOf<Kind>>>[0] & {
  readonly create: Mutation<NewItem<Kind>, Result<ItemOf<Kind>>>;
  readonly change: Mutation<
    ItemChange<Kind>,
    Result<{ readonly before: ItemOf<Kind>; readonly after: ItemOf<Kind> }>
  >;
  readonly move: Mutation<ItemMove>;
  readonly remove: Mutation<string, Result<RemovedItem<ItemOf<Kind>>>>;
};

/** The procedures of a kind, which TypeScript does not relate to it by itself. */
function apiOf<Kind extends ServedKind>({ api }: ItemContext, kind: Kind): ItemApi<Kind> {
  return api[kind] as unknown as ItemApi<Kind>;
}

/** The items of a kind in the open workspace; not requested while none is open. */
export function useItems<Kind extends ServedKind>(kind: Kind) {
  const { queries } = useApp();
  const enabled = useIsWorkspaceOpen();
  // The queries of all kinds have the form of this one.
  const { list } = queries[kind] as unknown as Queries['bookmarks'];
  const query: unknown = useQuery(list.queryOptions(undefined, { enabled }));
  return query as UseQueryResult<readonly ItemOf<Kind>[]>;
}

/** Adds an item; can be undone. `name` names the edit. */
export async function createItem<Kind extends ServedKind>(
  app: ItemContext,
  kind: Kind,
  members: NewItem<Kind>,
  name: string,
): Promise<Result<ItemOf<Kind>>> {
  const procedures = apiOf(app, kind);
  const created = await callEdit(app, () => procedures.create.mutate(members));
  if (created.ok)
    recordItemEdit(app, { before: null, after: created.value }, listSetter(procedures), { name });
  return created;
}

/** Changes the given members of an item; can be undone. Returns the failure. */
export async function changeItem<Kind extends ServedKind>(
  app: ItemContext,
  kind: Kind,
  change: ItemChange<Kind>,
  text: EditText,
): Promise<Failure | null> {
  const procedures = apiOf(app, kind);
  const changed = await callEdit(app, () => procedures.change.mutate(change));
  if (!changed.ok) return changed.failure;
  recordItemEdit(app, changed.value, listSetter(procedures), text);
  return null;
}

/** Moves an item in its list; can be undone. `name` names the edit, `failed` is shown when it was not moved. */
export async function moveItem(
  app: ItemContext,
  kind: ServedKind,
  { id, from, to }: ItemMove,
  { name, failed }: { readonly name: string; readonly failed: string },
): Promise<void> {
  const { move } = apiOf(app, kind);
  const redo = () => move.mutate({ id, from, to });
  const moved = await callEdit(app, redo);
  if (!moved.ok) return notifyFailure(moved.failure, failed);
  recordEdit(app, { name, undo: () => move.mutate({ id, from: to, to: from }), redo });
}

/** Deletes an item without confirmation: it can be undone. `failed` is shown when it was not deleted. */
export async function removeItem(
  app: ItemContext,
  kind: ServedKind,
  { id }: { readonly id: string },
  { failed, ...text }: EditText & { readonly failed: string },
): Promise<void> {
  const procedures = apiOf(app, kind);
  const removed = await callEdit(app, () => procedures.remove.mutate(id));
  if (!removed.ok) return notifyFailure(removed.failure, failed);
  const { item, index } = removed.value;
  recordItemEdit(app, { before: item, after: null }, listSetter(procedures, index), text);
}
