import { z } from 'zod';
import { toFileName } from '../../shared/file-name.ts';
import { noSuchItem } from '../../shared/items/item-kinds.ts';
import { accountNameChangeSchema } from '../../shared/orders/account-names.ts';
import { orderDraftSchema } from '../../shared/orders/draft/order-draft.ts';
import {
  draftRevertSchema,
  draftSaveSchema,
  draftTitle,
  type StoredDraft,
} from '../../shared/orders/draft/stored-draft.ts';
import { statusHistoryContentSchema } from '../../shared/orders/list/status-history-csv.ts';
import type { Result } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import { writeDraftFile } from '../core/orders/write-draft-file.ts';
import { writeMarkedFile } from './choose-files.ts';
import { changeOf } from './items-router.ts';
import { mutation, query, serve, workspaceQuery } from './serve.ts';
import { procedure, reads, router, workspaceChange, workspaceProcedure } from './trpc.ts';

/** Orders and their submissions. */
export const ordersRouter = router({
  ...serve('orders', {
    list: query(),
    refresh: mutation(),
    get: query(z.string()),
    request: query(z.string()),
    // These two change nothing, but a draft may be too long for the URL of a query.
    preview: mutation(orderDraftSchema),
    overlaps: mutation(orderDraftSchema),
    resend: mutation(z.uuid()),
    matches: query(z.uuid()),
  }),
  nameAccount: changeOf('account-names', accountNameChangeSchema, (workspace, change) =>
    workspace.nameAccount(change),
  ),
  // Not in the name of another account that was signed in in the meantime.
  submit: workspaceProcedure
    .input(z.object({ draftId: z.uuid(), draft: orderDraftSchema, retryOf: z.uuid().optional() }))
    .mutation(({ ctx, input: { workspace: _named, ...order } }) => ctx.core.orders.submit(order)),
  settle: procedure
    .input(z.object({ submissionId: z.uuid(), orderId: z.string().nullable() }))
    .mutation(({ ctx, input }) => ctx.core.orders.settle(input.submissionId, input.orderId)),
  archive: procedure
    .input(z.object({ submissionId: z.uuid(), isArchived: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.core.orders.archive(input.submissionId, input.isArchived)),
});

/** Notifications of order changes, the results and the coverage ledger of an order, and status histories as files. */
export const orderTrackingRouter = router({
  ...serve('orderTracking', {
    notifications: query(),
    markSeen: mutation(z.string().nullable()),
    ledger: query(z.string()),
    fetchResults: mutation(z.string()),
  }),
  /** Asks the user for a file name, then writes the file. Null when the user cancels. */
  exportStatusHistory: procedure.input(statusHistoryContentSchema).mutation(({ ctx, input }) => {
    const name = input === 'orders' ? 'order-status-history.csv' : 'order-times-by-analytic.csv';
    return writeMarkedFile(ctx, name, (file) => ctx.core.orderTracking.writeStatusHistory(file, input));
  }),
});

/** Drafts and templates of orders. */
export const draftsRouter = router({
  list: workspaceQuery('listDrafts'),
  /** Adds or replaces it. Fails with `conflict` when it is not as expected. */
  save: workspaceChange('drafts', draftSaveSchema, (workspace, { expected, ...draft }) => {
    const now = nowUtc();
    return workspace.saveDraft({ ...draft, createdAt: now, updatedAt: now }, expected);
  }),
  /** Deletes it and returns it; it can be restored. */
  remove: workspaceChange(
    'drafts',
    z.uuid(),
    (workspace, id) => workspace.removeStored('drafts', id, nowUtc()) as Promise<Result<StoredDraft | null>>,
  ),
  restore: workspaceChange('drafts', z.uuid(), (workspace, id) => workspace.restoreStored('drafts', id)),
  /** Sets it back to a former state, or deletes it. Fails with `conflict` when it has been changed. */
  revert: workspaceChange('drafts', draftRevertSchema, (workspace, revert) =>
    workspace.revertDraft(revert, nowUtc()),
  ),
  /** Asks the user for a file to write, then writes it. Null when the user cancelled. */
  export: procedure
    .input(z.uuid())
    .use(reads)
    .mutation(async ({ ctx, input }) => {
      const find = async () => (await ctx.workspace.listDrafts()).drafts.find(({ id }) => id === input);
      const named = await find();
      if (!named) return noSuchItem('drafts', input);
      return writeMarkedFile(ctx, fileName(draftTitle(named), named.kind), async (file) => {
        // It may have been changed or ordered while the file was chosen.
        const stored = await find();
        if (!stored) return noSuchItem('drafts', input);
        return writeDraftFile(file, stored, await ctx.workspace.listAreas());
      });
    }),
});

function fileName(title: string, kind: string): string {
  return toFileName(`${title}.${kind}.json`, `order.${kind}.json`);
}
