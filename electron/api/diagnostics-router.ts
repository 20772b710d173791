import { type Result, succeed } from '../../shared/result.ts';
import type { SaveTarget } from '../host-services.ts';
import { procedure, router } from './trpc.ts';

/** The logs, and the report on a problem. */
export const diagnosticsRouter = router({
  /** Opens the folder of the logs where the host can; the page shows its path otherwise. */
  openLogs: procedure.mutation(async ({ ctx }) => {
    const folder = ctx.core.diagnostics.logFolder;
    return { folder, isOpened: await ctx.host.openFolder(folder) };
  }),
  /** The text of the report, to be shown before it is saved. */
  collect: procedure.mutation(({ ctx }) => ctx.core.diagnostics.collect()),
  /** Asks the user for a file, and writes the text that was shown. Null when the user cancelled. */
  save: procedure.mutation(async ({ ctx }): Promise<Result<SaveTarget | null>> => {
    const target = await ctx.host.chooseSaveTarget('sightline-diagnostics.txt');
    if (!target) return succeed(null);
    const saved = await ctx.core.diagnostics.save(target.path);
    return saved.ok ? succeed(target) : saved;
  }),
});
