import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { companionNames } from '../../shared/exchange/companion-names.ts';
import { textRequestSchema } from '../../shared/exchange/copied-text.ts';
import { exportFormatInfo } from '../../shared/exchange/export-format.ts';
import { exportRequestSchema } from '../../shared/exchange/export-request.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { checkScope } from '../../shared/results/check-filter.ts';
import type { HostServices, SaveTarget } from '../host-services.ts';
import { procedure, router } from './trpc.ts';

/** Export of results to files. */
export const exchangeRouter = router({
  /** Asks the user where to write, then starts the export. Null when the user chose no place. */
  export: procedure
    .input(exportRequestSchema)
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const { scope, options } = input;
      const unreadable = checkScope(scope);
      if (unreadable) return { ok: false, failure: unreadable };
      const { extension } = exportFormatInfo(options.format);
      const name = exportFormatInfo(options.format).holds === 'records' ? 'records' : 'detections';
      const detections = await ctx.host.chooseSaveTarget(`${name}.${extension}`);
      if (!detections) return succeed(null);
      const companions = companionNames(path.basename(detections.path), options);
      const footprints = await targetBeside(ctx.host, detections, companions.footprints);
      const chips = await targetBeside(ctx.host, detections, companions.chips);
      return ctx.core.exports.start({ scope, options, targets: { detections, footprints, chips } });
    }),
  text: procedure
    .input(textRequestSchema)
    .query(({ ctx, input, signal }) => ctx.core.exports.text(input, signal)),
  /** Shows a written file in the desktop's file manager. False where the host cannot. */
  reveal: procedure
    .input(z.object({ jobId: z.uuid(), file: z.int().nonnegative() }))
    .mutation(({ ctx, input }) => {
      const job = ctx.core.jobs.list().find((candidate) => candidate.id === input.jobId);
      const file = (job?.export?.files ?? job?.files)?.[input.file];
      return file !== undefined && ctx.host.reveal(file.path);
    }),
});

/**
 * A place for a file that goes along. The user has chosen a folder and a name for one file only, so that no other that
 * is there may be written over; the browser host gives out free names by itself.
 */
async function targetBeside(
  host: HostServices,
  { path: chosen }: SaveTarget,
  name: string | undefined,
): Promise<SaveTarget | undefined> {
  if (name === undefined) return undefined;
  if (host.kind === 'browser') return (await host.chooseSaveTarget(name)) ?? undefined;
  const { name: stem, ext, dir } = path.parse(path.join(path.dirname(chosen), name));
  let candidate = path.join(dir, `${stem}${ext}`);
  for (let count = 2; existsSync(candidate); count += 1) candidate = path.join(dir, `${stem}-${count}${ext}`);
  return { path: candidate };
}
