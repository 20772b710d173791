import { z } from 'zod';
import { procedure, router } from './trpc.ts';

/** What became of the orders. */
export const orderFollowRouter = router({
  news: procedure.query(({ ctx }) => ctx.core.orderFollow.news()),
  markSeen: procedure
    .input(z.string().nullable())
    .mutation(({ ctx, input }) => ctx.core.orderFollow.markSeen(input)),
  ledger: procedure.input(z.string()).query(({ ctx, input }) => ctx.core.orderFollow.ledger(input)),
});
