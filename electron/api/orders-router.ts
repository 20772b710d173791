import { z } from 'zod';
import { accountNameChangeSchema } from '../../shared/orders/account-names.ts';
import { orderDraftSchema } from '../../shared/orders/draft/order-draft.ts';
import { procedure, router, workspaceProcedure } from './trpc.ts';

/** Orders and their submissions. */
export const ordersRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.orders.list()),
  refresh: procedure.mutation(({ ctx }) => ctx.core.orders.refresh()),
  get: procedure.input(z.string()).query(({ ctx, input }) => ctx.core.orders.get(input)),
  nameAccount: procedure
    .input(accountNameChangeSchema)
    .mutation(({ ctx, input }) => ctx.core.orders.nameAccount(input)),
  request: procedure.input(z.string()).query(({ ctx, input }) => ctx.core.orders.request(input)),
  // These two change nothing, but a draft may be too long for the URL of a query.
  preview: procedure.input(orderDraftSchema).mutation(({ ctx, input }) => ctx.core.orders.preview(input)),
  overlaps: procedure.input(orderDraftSchema).mutation(({ ctx, input }) => ctx.core.orders.overlaps(input)),
  // Not in the name of another account that was signed in in the meantime.
  submit: workspaceProcedure
    .input(z.object({ draftId: z.uuid(), draft: orderDraftSchema, retryOf: z.uuid().optional() }))
    .mutation(({ ctx, input: { workspace: _named, ...order } }) => ctx.core.orders.submit(order)),
  resend: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.orders.resend(input)),
  matches: procedure.input(z.uuid()).query(({ ctx, input }) => ctx.core.orders.matches(input)),
  settle: procedure
    .input(z.object({ submissionId: z.uuid(), orderId: z.string().nullable() }))
    .mutation(({ ctx, input }) => ctx.core.orders.settle(input.submissionId, input.orderId)),
  archive: procedure
    .input(z.object({ submissionId: z.uuid(), isArchived: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.core.orders.archive(input.submissionId, input.isArchived)),
});
