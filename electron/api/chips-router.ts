import { chipCacheLimitSchema } from '../../shared/chips/chip-cache.ts';
import { chipScopeSchema } from '../../shared/chips/chips-ahead.ts';
import { procedure, router } from './trpc.ts';

/** Image chips: their cache, and fetching them ahead. The images themselves come from `/chips/<detection id>`. */
export const chipsRouter = router({
  stats: procedure.query(({ ctx }) => ctx.core.chips.stats()),
  setLimit: procedure
    .input(chipCacheLimitSchema)
    .mutation(({ ctx, input }) => ctx.core.chips.setLimit(input)),
  clear: procedure.mutation(({ ctx }) => ctx.core.chips.clear()),
  // Changes nothing, but a selection may be longer than the address of a query can be.
  planAhead: procedure
    .input(chipScopeSchema)
    .mutation(({ ctx, input, signal }) => ctx.core.chipsAhead.plan(input, signal)),
  fetchAhead: procedure.input(chipScopeSchema).mutation(({ ctx, input }) => ctx.core.chipsAhead.start(input)),
});
