import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type ItemChange,
  type ItemOf,
  itemKinds,
  type ListKind,
  type NewItem,
  type ServedKind,
  topicOf,
} from '../../shared/items/item-kinds.ts';
import { type Result, succeed } from '../../shared/result.ts';
import {
  itemMoveSchema,
  type RemovedItem,
  removedItemSchema,
  storedRevertSchema,
} from '../../shared/stored-revert.ts';
import { nowUtc } from '../../shared/time.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { procedure, reads, router, workspaceChange } from './trpc.ts';

/**
 * Procedures of a list: `remove` returns what `restore` takes, `revert` the index. They fail with `not-found`, `revert` and
 * `move` also with `conflict` when the item has been changed or moved.
 */
export function listProcedures<Kind extends ListKind>(kind: Kind) {
  type Item = ItemOf<Kind>;
  const item = itemKinds[kind].item as unknown as z.ZodType<Item, Item>;
  return {
    list: procedure
      .use(reads)
      .query(async ({ ctx }) => succeed((await ctx.workspace.listItems(kind)) as readonly Item[])),
    move: changeOf(kind, itemMoveSchema, (workspace, move) => workspace.moveItem(kind, move)),
    remove: changeOf(
      kind,
      z.uuid(),
      (workspace, id) => workspace.removeItem(kind, id) as Promise<Result<RemovedItem<Item>>>,
    ),
    restore: changeOf(kind, removedItemSchema(item), (workspace, removed) =>
      workspace.restoreItem(kind, removed as RemovedItem<Item>),
    ),
    revert: changeOf(kind, storedRevertSchema(item), (workspace, { expected, to }) =>
      workspace.revertItem(kind, { expected: expected as Item, to: to as Item | null }),
    ),
  };
}

/** A change of a list, which publishes that its kind has changed. */
export function changeOf<Schema extends z.ZodType, Output>(
  kind: ListKind,
  schema: Schema,
  change: (workspace: Workspace, input: z.output<Schema>) => Promise<Result<Output>>,
) {
  return workspaceChange(topicOf(kind), schema, change);
}

/** The router of a kind: `listProcedures`, `create`, and `change`, whose absent members stay unchanged. */
function itemRouter<Kind extends ServedKind>(kind: Kind) {
  type Item = ItemOf<Kind>;
  const item: z.ZodObject = itemKinds[kind].item;
  const newItem = item.omit({ id: true, createdAt: true });
  const created = newItem as unknown as z.ZodType<NewItem<Kind>, NewItem<Kind>>;
  const changed = newItem.partial().extend({ id: z.uuid() }) as unknown as z.ZodType<
    ItemChange<Kind>,
    ItemChange<Kind>
  >;
  return router({
    ...listProcedures(kind),
    create: changeOf(kind, created, async (workspace, members) => {
      const made = {
        ...(members as NewItem<Kind>),
        id: randomUUID(),
        createdAt: nowUtc(),
      } as unknown as Item;
      const saved = await workspace.saveItem(kind, made);
      return saved.ok ? succeed(made) : saved;
    }),
    change: changeOf(
      kind,
      changed,
      (workspace, change) =>
        workspace.changeItem(kind, change as ItemChange<Kind>) as Promise<
          Result<{ readonly before: Item; readonly after: Item }>
        >,
    ),
  });
}

/** The routers of all kinds that need nothing but their row, by kind. */
export const itemRouters = Object.fromEntries(
  Object.entries(itemKinds)
    .filter(([, row]) => 'hasRouter' in row)
    .map(([kind]) => [kind, itemRouter(kind as ServedKind)]),
) as { readonly [Kind in ServedKind]: ReturnType<typeof itemRouter<Kind>> };
