import { z } from 'zod';
import { readableFilterSchema } from '../../shared/results/detection.ts';
import { teamFormSchema } from '../../shared/settings/team.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { certificates, openFile, writeFile } from './choose-files.ts';
import { mutation, query, serve } from './serve.ts';
import { procedure, router } from './trpc.ts';

/** The settings of the team database, and the exchange of the open workspace with it. */
export const teamRouter = router({
  ...serve('team', {
    state: query(),
    save: mutation(teamFormSchema),
    removeAuthority: mutation(),
    remove: mutation(),
    test: mutation(),
    publish: mutation(),
    publishItems: mutation(),
    exchange: mutation(),
    overview: query(),
    queues: query(),
    createQueue: mutation(
      z.object({ title: z.string().trim().min(1).max(200), filter: readableFilterSchema }),
    ),
    leaseNextDetections: mutation(z.uuid()),
    leaveQueue: mutation(),
    deleteQueue: mutation(z.uuid()),
  }),
  /** Asks the user for a file, or uses the uploaded one. Null when nothing was chosen. */
  setAuthority: procedure.input(uploadIdSchema).mutation(({ ctx, input: uploadId }) => {
    const request = { title: 'Choose the authority of the team database', ...certificates };
    return openFile(ctx, { ...request, uploadId }, ctx.core.team.setAuthority);
  }),
  /** Asks the user for a file name, then writes the layers for QGIS. Null when the user cancels. */
  exportQgisLayers: procedure.mutation(async ({ ctx }) =>
    writeFile(await ctx.host.chooseSaveTarget('sightline-team.qlr'), ctx.core.team.writeQgisLayers),
  ),
});
