import path from 'node:path';
import { z } from 'zod';
import { statusHistoryContentSchema } from '../../shared/orders/list/status-history-csv.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { chooseMarkedTarget } from './choose-marked-target.ts';
import { procedure, router } from './trpc.ts';

type WrittenFile = { readonly name: string; readonly path: string; readonly downloadUrl?: string };

/** Notifications of order changes, the results and the coverage ledger of an order, and status histories as files. */
export const orderTrackingRouter = router({
  notifications: procedure.query(({ ctx }) => ctx.core.orderTracking.notifications()),
  markSeen: procedure
    .input(z.string().nullable())
    .mutation(({ ctx, input }) => ctx.core.orderTracking.markSeen(input)),
  ledger: procedure.input(z.string()).query(({ ctx, input }) => ctx.core.orderTracking.ledger(input)),
  fetchResults: procedure
    .input(z.string())
    .mutation(({ ctx, input }) => ctx.core.orderTracking.fetchResults(input)),
  /** Asks the user for a file name, then writes the file. Null when the user cancels. */
  exportStatusHistory: procedure
    .input(statusHistoryContentSchema)
    .mutation(async ({ ctx, input }): Promise<Result<WrittenFile | null>> => {
      const name = input === 'orders' ? 'order-status-history.csv' : 'order-times-by-analytic.csv';
      const target = await chooseMarkedTarget(ctx, name);
      if (!target) return succeed(null);
      const done = await ctx.core.orderTracking.writeStatusHistory(target.path, input);
      return done.ok ? succeed({ ...target, name: path.basename(target.path) }) : done;
    }),
});
