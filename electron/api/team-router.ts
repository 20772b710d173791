import path from 'node:path';
import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { readableFilterSchema } from '../../shared/results/detection.ts';
import { type TeamState, teamFormSchema } from '../../shared/settings/team.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { procedure, router } from './trpc.ts';

type WrittenFile = { readonly name: string; readonly path: string; readonly downloadUrl?: string };

/** The settings of the team database, and the exchange of the open workspace with it. */
export const teamRouter = router({
  state: procedure.query(({ ctx }) => ctx.core.team.state()),
  save: procedure.input(teamFormSchema).mutation(({ ctx, input }) => ctx.core.team.save(input)),
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
  removeAuthority: procedure.mutation(({ ctx }) => ctx.core.team.removeAuthority()),
  remove: procedure.mutation(({ ctx }) => ctx.core.team.remove()),
  test: procedure.mutation(({ ctx }) => ctx.core.team.test()),
  publish: procedure.mutation(({ ctx }) => ctx.core.team.publish()),
  publishItems: procedure.mutation(({ ctx }) => ctx.core.team.publishItems()),
  exchange: procedure.mutation(({ ctx }) => ctx.core.team.exchange()),
  overview: procedure.query(({ ctx }) => ctx.core.team.overview()),
  /** Asks the user for a file name, then writes the layers for QGIS. Null when the user cancels. */
  exportQgisLayers: procedure.mutation(async ({ ctx }): Promise<Result<WrittenFile | null>> => {
    const target = await ctx.host.chooseSaveTarget('sightline-team.qlr');
    if (!target) return succeed(null);
    const done = await ctx.core.team.writeQgisLayers(target.path);
    return done.ok ? succeed({ ...target, name: path.basename(target.path) }) : done;
  }),
  queues: procedure.query(({ ctx }) => ctx.core.team.queues()),
  createQueue: procedure
    .input(z.object({ title: z.string().trim().min(1).max(200), filter: readableFilterSchema }))
    .mutation(({ ctx, input }) => ctx.core.team.createQueue(input)),
  leaseNextDetections: procedure
    .input(z.uuid())
    .mutation(({ ctx, input }) => ctx.core.team.leaseNextDetections(input)),
  leaveQueue: procedure.mutation(({ ctx }) => ctx.core.team.leaveQueue()),
  deleteQueue: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.team.deleteQueue(input)),
});
