import { z } from 'zod';
import type { Job } from '../../shared/jobs/job.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { detectionFilterSchema } from '../../shared/results/detection.ts';
import { procedure, router } from './trpc.ts';

const exportRequestSchema = z.object({
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('filter'), filter: detectionFilterSchema }),
    z.object({ kind: z.literal('ids'), ids: z.array(z.int().positive()).min(1) }),
  ]),
  withFootprints: z.boolean(),
});

/** Export of results to files. */
export const exchangeRouter = router({
  /** Asks the user where to write, then starts the export. Null when the user chose no place. */
  exportGeoJson: procedure
    .input(exportRequestSchema)
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const detections = await ctx.host.chooseSaveTarget('detections.geojson');
      if (!detections) return succeed(null);
      const footprints = input.withFootprints
        ? await ctx.host.chooseSaveTarget('footprints.geojson')
        : undefined;
      if (footprints === null) return succeed(null);
      return ctx.core.exports.start({ scope: input.scope, detections, footprints });
    }),
  /** Shows a written file in the desktop's file manager. False where the host cannot. */
  reveal: procedure
    .input(z.object({ jobId: z.uuid(), file: z.int().nonnegative() }))
    .mutation(({ ctx, input }) => {
      const job = ctx.core.jobs.list().find((candidate) => candidate.id === input.jobId);
      const file = job?.export?.files[input.file];
      return file !== undefined && ctx.host.reveal(file.path);
    }),
});
