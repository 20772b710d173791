import path from 'node:path';
import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { readableFilterSchema } from '../../shared/results/detection.ts';
import { type TeamState, teamFormSchema } from '../../shared/settings/team.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { mutation, query, serve } from './serve.ts';
import { procedure, router } from './trpc.ts';

type WrittenFile = { readonly name: string; readonly path: string; readonly downloadUrl?: string };

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
  setAuthority: procedure
    .input(uploadIdSchema)
    .mutation(async ({ ctx, input }): Promise<Result<TeamState | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Choose the authority of the team database',
        kind: 'Certificates',
        extensions: ['pem', 'crt', 'cer'],
        uploadId: input,
      });
      return chosen ? ctx.core.team.setAuthority(chosen) : succeed(null);
    }),
  /** Asks the user for a file name, then writes the layers for QGIS. Null when the user cancels. */
  exportQgisLayers: procedure.mutation(async ({ ctx }): Promise<Result<WrittenFile | null>> => {
    const target = await ctx.host.chooseSaveTarget('sightline-team.qlr');
    if (!target) return succeed(null);
    const done = await ctx.core.team.writeQgisLayers(target.path);
    return done.ok ? succeed({ ...target, name: path.basename(target.path) }) : done;
  }),
});
