import { z } from 'zod';
import { fail, succeed } from '../../shared/result.ts';
import {
  runKindSchema,
  savedSearchInputSchema,
  searchRevertSchema,
} from '../../shared/searches/saved-search.ts';
import { diffPageRequestSchema } from '../../shared/searches/search-diff.ts';
import { historyPageRequestSchema } from '../../shared/searches/search-history.ts';
import { inboxChangeSchema, inboxPageSchema } from '../../shared/watch/watch-event.ts';
import {
  watchRuleInputSchema,
  watchRuleRevertSchema,
  watchSilenceSchema,
} from '../../shared/watch/watch-rule.ts';
import { procedure, reads, router } from './trpc.ts';

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

const silenceInput = z.object({ id: z.uuid(), silence: watchSilenceSchema });

/** Rules that watch saved searches, and the inbox of what they have found. */
export const watchRouter = router({
  list: procedure.query(({ ctx }) => ctx.core.watch.list()),
  preview: procedure.input(watchRuleInputSchema).query(({ ctx, input }) => ctx.core.watch.preview(input)),
  save: procedure.input(watchRuleInputSchema).mutation(({ ctx, input }) => ctx.core.watch.save(input)),
  remove: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.watch.remove(input)),
  restore: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.watch.restore(input)),
  revert: procedure.input(watchRuleRevertSchema).mutation(({ ctx, input }) => ctx.core.watch.revert(input)),
  confirm: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.watch.confirm(input)),
  silence: procedure
    .input(silenceInput)
    .mutation(({ ctx, input }) => ctx.core.watch.silence(input.id, input.silence)),
  endSilence: procedure
    .input(silenceInput)
    .mutation(({ ctx, input }) => ctx.core.watch.endSilence(input.id, input.silence)),
  inbox: procedure.input(inboxPageSchema).query(({ ctx, input }) => ctx.core.watch.inbox(input)),
  event: procedure
    .use(reads)
    .input(z.uuid())
    .query(async ({ ctx, input }) => {
      const event = await ctx.workspace.watchEvent(input);
      return event ? succeed(event) : fail('not-found', 'This finding does not exist.');
    }),
  /** Whether Sightline stays in the notification area when its window is closed; null where the host has none. */
  tray: procedure.query(({ ctx }) => (ctx.host.kind === 'electron' ? ctx.core.tray.isOn() : null)),
  setTray: procedure.input(z.boolean()).mutation(({ ctx, input }) => ctx.core.tray.set(input)),
  changeInbox: procedure
    .input(inboxChangeSchema)
    .mutation(({ ctx, input }) => ctx.core.watch.changeInbox(input)),
});
