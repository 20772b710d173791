import { z } from 'zod';
import type { Job } from '../../shared/jobs/job.ts';
import { layerChangeSchema, layerFileExtensions, layerPageSchema } from '../../shared/layers/vector-layer.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { procedure, reads, router, writes } from './trpc.ts';

const noLayer = 'This layer does not exist any more.';

/** Layers of the user's own. Their tiles come from `/layers/…`. */
export const layersRouter = router({
  list: procedure.use(reads).query(async ({ ctx }) => succeed(await ctx.workspace.listLayers())),
  /** Imports the uploaded file or, without one, a file that the user chooses. Null when nothing was chosen. */
  importFile: procedure
    .input(z.object({ uploadId: uploadIdSchema }))
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Import a layer',
        kind: 'Layers',
        extensions: layerFileExtensions,
        uploadId: input.uploadId,
      });
      return chosen ? ctx.core.layers.start(chosen) : succeed(null);
    }),
  change: procedure
    .input(layerChangeSchema)
    .use(writes('layers'))
    .mutation(async ({ ctx, input }) => {
      const changed = await ctx.workspace.changeLayer(input, nowUtc());
      return changed ? succeed(changed) : fail('not-found', noLayer);
    }),
  remove: procedure
    .input(z.uuid())
    .use(writes('layers'))
    .mutation(async ({ ctx, input }) =>
      (await ctx.workspace.deleteLayer(input)) ? succeed(null) : fail('not-found', noLayer),
    ),
  features: procedure
    .use(reads)
    .input(layerPageSchema)
    .query(async ({ ctx, input }) => {
      const rows = await ctx.workspace.layerFeatures(input);
      return rows ? succeed(rows) : fail('not-found', noLayer);
    }),
});
