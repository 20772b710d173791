import { z } from 'zod';
import { historyPageSchema } from '../../shared/searches/history.ts';
import { runKindSchema, savedSearchToKeepSchema } from '../../shared/searches/saved-search.ts';
import { diffPageSchema } from '../../shared/searches/search-diff.ts';
import { procedure, router } from './trpc.ts';

/** Saved searches, their runs, and the history of what was asked. */
export const searchesRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.searches.list()),
  put: procedure.input(savedSearchToKeepSchema).mutation(({ ctx, input }) => ctx.core.searches.put(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.searches.remove(input)),
  restore: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.searches.restore(input)),
  run: procedure
    .input(z.object({ id: z.uuid(), kind: runKindSchema }))
    .mutation(({ ctx, input }) => ctx.core.searches.run(input.id, input.kind)),
  look: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.searches.look(input)),
  compare: procedure.input(diffPageSchema).query(({ ctx, input }) => ctx.core.searches.compare(input)),
  history: procedure.input(historyPageSchema).query(({ ctx, input }) => ctx.core.searches.history(input)),
  clearHistory: procedure
    .input(z.union([z.array(z.uuid()), z.literal('all')]))
    .mutation(({ ctx, input }) => ctx.core.searches.clearHistory(input)),
});
