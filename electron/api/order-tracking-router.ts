import { z } from 'zod';
import { procedure, router } from './trpc.ts';

/** Notifications of order changes, and the coverage ledger of an order. */
export const orderTrackingRouter = router({
  notifications: procedure.query(({ ctx }) => ctx.core.orderTracking.notifications()),
  markSeen: procedure
    .input(z.string().nullable())
    .mutation(({ ctx, input }) => ctx.core.orderTracking.markSeen(input)),
  ledger: procedure.input(z.string()).query(({ ctx, input }) => ctx.core.orderTracking.ledger(input)),
});
