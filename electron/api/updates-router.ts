import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { pageFactsSchema } from '../../shared/settings/machine-check.ts';
import { updateAddressSchema } from '../../shared/settings/updates.ts';
import type { SaveTarget } from '../host-services.ts';
import { openFile } from './choose-files.ts';
import { mutation, query, serve } from './serve.ts';
import { procedure, router } from './trpc.ts';

/** Updates of Sightline itself. */
export const updatesRouter = router({
  ...serve('updates', {
    state: query(),
    check: mutation(),
    fetchPackage: mutation(),
    installAndRestart: mutation(),
  }),
  setAddress: procedure
    .input(z.object({ address: updateAddressSchema }))
    .mutation(({ ctx, input }) => ctx.core.updates.setAddress(input.address)),
  /** Asks the user for the description of an update. Null when nothing was chosen. */
  checkFile: procedure.mutation(({ ctx }) => {
    const title = 'Choose the description of an update; its package is in the same folder';
    const request = { title, kind: 'Description of an update', extensions: ['yml'], uploadId: null };
    return openFile(ctx, request, ({ path }) => ctx.core.updates.checkFile(path));
  }),
});

/** The logs, and the report on a problem. */
export const diagnosticsRouter = router({
  /** Opens the folder of the logs where the host can; the page shows its path otherwise. */
  openLogs: procedure.mutation(async ({ ctx }) => {
    const folder = ctx.core.diagnostics.logFolder;
    return { folder, isOpened: await ctx.host.openFolder(folder) };
  }),
  /** The text of the report, to be shown before it is saved. */
  ...serve('diagnostics', { collect: mutation(), check: mutation(pageFactsSchema) }),
  /** Asks the user for a file, and writes the text that was shown. Null when the user cancelled. */
  save: procedure.mutation(async ({ ctx }): Promise<Result<SaveTarget | null>> => {
    const target = await ctx.host.chooseSaveTarget('sightline-diagnostics.txt');
    if (!target) return succeed(null);
    const saved = await ctx.core.diagnostics.save(target.path);
    return saved.ok ? succeed(target) : saved;
  }),
});
