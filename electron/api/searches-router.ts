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
import { mutation, query, serve } from './serve.ts';
import { procedure, reads, router } from './trpc.ts';

/** Saved searches, their runs, and the fetch history. */
export const searchesRouter = router({
  ...serve('searches', {
    list: query(),
    save: mutation(savedSearchInputSchema),
    remove: mutation(z.uuid()),
    restore: mutation(z.uuid()),
    revert: mutation(searchRevertSchema),
    markViewed: mutation(z.uuid()),
    compare: query(diffPageRequestSchema),
    history: query(historyPageRequestSchema),
    clearHistory: mutation(z.union([z.array(z.uuid()), z.literal('all')])),
  }),
  run: procedure
    .input(z.object({ id: z.uuid(), kind: runKindSchema }))
    .mutation(({ ctx, input }) => ctx.core.searches.run(input.id, input.kind)),
});

const silenceInput = z.object({ id: z.uuid(), silence: watchSilenceSchema });

/** Rules that watch saved searches, and the inbox of what they have found. */
export const watchRouter = router({
  ...serve('watch', {
    list: query(),
    preview: query(watchRuleInputSchema),
    save: mutation(watchRuleInputSchema),
    remove: mutation(z.uuid()),
    restore: mutation(z.uuid()),
    revert: mutation(watchRuleRevertSchema),
    confirm: mutation(z.uuid()),
    inbox: query(inboxPageSchema),
    changeInbox: mutation(inboxChangeSchema),
  }),
  silence: procedure
    .input(silenceInput)
    .mutation(({ ctx, input }) => ctx.core.watch.silence(input.id, input.silence)),
  endSilence: procedure
    .input(silenceInput)
    .mutation(({ ctx, input }) => ctx.core.watch.endSilence(input.id, input.silence)),
  event: procedure
    .use(reads)
    .input(z.uuid())
    .query(async ({ ctx, input }) => {
      const event = await ctx.workspace.watchEvent(input);
      return event ? succeed(event) : fail('not-found', 'This finding does not exist.');
    }),
  /** Whether Sightline stays in the notification area when its window is closed; null where the host has none. */
  tray: procedure.query(({ ctx }) => (ctx.host.kind === 'electron' ? ctx.core.tray.isOn() : null)),
  setTray: serve('tray', { set: mutation(z.boolean()) }).set,
});
