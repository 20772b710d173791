import { z } from 'zod';
import {
  runKindSchema,
  savedSearchInputSchema,
  searchRevertSchema,
} from '../../shared/searches/saved-search.ts';
import { diffPageRequestSchema } from '../../shared/searches/search-diff.ts';
import { historyPageRequestSchema } from '../../shared/searches/search-history.ts';
import { procedure, router } from './trpc.ts';

/** Saved searches, their runs, and the fetch history. */
export const searchesRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.searches.list()),
  save: procedure.input(savedSearchInputSchema).mutation(({ ctx, input }) => ctx.core.searches.save(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.searches.remove(input)),
  restore: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.searches.restore(input)),
  revert: procedure.input(searchRevertSchema).mutation(({ ctx, input }) => ctx.core.searches.revert(input)),
  run: procedure
    .input(z.object({ id: z.uuid(), kind: runKindSchema }))
    .mutation(({ ctx, input }) => ctx.core.searches.run(input.id, input.kind)),
  markViewed: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.searches.markViewed(input)),
  compare: procedure.input(diffPageRequestSchema).query(({ ctx, input }) => ctx.core.searches.compare(input)),
  history: procedure
    .input(historyPageRequestSchema)
    .query(({ ctx, input }) => ctx.core.searches.history(input)),
  clearHistory: procedure
    .input(z.union([z.array(z.uuid()), z.literal('all')]))
    .mutation(({ ctx, input }) => ctx.core.searches.clearHistory(input)),
});
