import { z } from 'zod';
import { orderFormSchema } from '../../shared/orders/order-form.ts';
import { procedure, router } from './trpc.ts';

/** Orders and their submissions. */
export const ordersRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.orders.list()),
  refresh: procedure.mutation(({ ctx }) => ctx.core.orders.refresh()),
  get: procedure.input(z.string()).query(({ ctx, input }) => ctx.core.orders.get(input)),
  request: procedure.input(z.string()).query(({ ctx, input }) => ctx.core.orders.request(input)),
  preview: procedure.input(orderFormSchema).query(({ ctx, input }) => ctx.core.orders.preview(input)),
  submit: procedure.input(orderFormSchema).mutation(({ ctx, input }) => ctx.core.orders.submit(input)),
  matches: procedure.input(z.uuid()).query(({ ctx, input }) => ctx.core.orders.matches(input)),
  settle: procedure
    .input(z.object({ submissionId: z.uuid(), orderId: z.string().nullable() }))
    .mutation(({ ctx, input }) => ctx.core.orders.settle(input.submissionId, input.orderId)),
});
