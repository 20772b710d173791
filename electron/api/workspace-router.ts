import { z } from 'zod';
import { exportScopeSchema } from '../../shared/exchange/export-request.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { type Result, succeed } from '../../shared/result.ts';
import {
  casePackageExtension,
  type OpenedFile,
  workspaceExtension,
} from '../../shared/workspace/opened-file.ts';
import { packageImportSchema } from '../../shared/workspace/package-import.ts';
import { uploadIdSchema, workspaceNameSchema } from '../../shared/workspace/workspace-file.ts';
import type { InspectedPackage } from '../core/exchange/package/create-packages.ts';
import type { OfferedFile } from '../core/workspace-tools/create-workspace-tools.ts';
import { procedure, router } from './trpc.ts';

/** Workspace files as a whole. */
export const workspaceRouter = router({
  overview: procedure.query(({ ctx }) => ctx.core.workspaceTools.overview()),
  files: procedure.query(({ ctx }) => ctx.core.workspaceTools.list()),
  /** Asks the user for a file to write, then starts the job. Null when the user cancelled. */
  saveCopy: procedure.mutation(async ({ ctx }): Promise<Result<Job | null>> => {
    const target = await ctx.host.chooseSaveTarget('workspace.gpkg');
    return target ? ctx.core.workspaceTools.saveCopy(target) : succeed(null);
  }),
  compact: procedure.mutation(({ ctx }) => ctx.core.workspaceTools.compact()),
  rebuild: procedure
    .input(z.uuid().nullable())
    .mutation(({ ctx, input }) => ctx.core.workspaceTools.rebuild(input)),
  /** Asks the user for a file, or uses the uploaded one, and inspects it. Null when nothing was chosen. */
  choose: procedure
    .input(uploadIdSchema)
    .mutation(async ({ ctx, input }): Promise<Result<OfferedFile | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Open a workspace',
        kind: 'Workspaces',
        extensions: [workspaceExtension],
        uploadId: input,
      });
      return chosen ? ctx.core.workspaceTools.inspectFile(chosen) : succeed(null);
    }),
  /** The file that the user opened with Sightline in the desktop's file manager; null when there is none. */
  takeOpenedFile: procedure.mutation(
    ({ ctx }): Result<OpenedFile | null> => succeed(ctx.host.takeOpenedFile()),
  ),
  open: procedure.input(z.uuid()).mutation(({ ctx, input }) => ctx.core.workspaceTools.open(input)),
  openMissing: procedure.mutation(({ ctx }) => ctx.core.workspaceTools.openMissing()),
  openNew: procedure
    .input(workspaceNameSchema)
    .mutation(({ ctx, input }) => ctx.core.workspaceTools.openNew(input)),
  rename: procedure
    .input(workspaceNameSchema)
    .mutation(({ ctx, input }) => ctx.core.workspaceTools.rename(input)),
  /** Asks the user for a file to write, then starts the job. Null when the user cancelled. */
  writePackage: procedure
    .input(z.object({ scope: exportScopeSchema, scopeWords: z.string().max(2000), withChips: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const target = await ctx.host.chooseSaveTarget(`case.${casePackageExtension}`);
      return target ? ctx.core.packages.write({ ...input, target }) : succeed(null);
    }),
  /** Asks the user for a case package, or uses the uploaded one, and verifies it. Null when nothing was chosen. */
  choosePackage: procedure
    .input(uploadIdSchema)
    .mutation(async ({ ctx, input, signal }): Promise<Result<InspectedPackage | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Open a case package',
        kind: 'Case packages',
        // Earlier versions named them as what they are.
        extensions: [casePackageExtension, 'zip'],
        uploadId: input,
      });
      return chosen ? ctx.core.packages.inspect(chosen, signal) : succeed(null);
    }),
  importPackage: procedure
    .input(packageImportSchema)
    .mutation(({ ctx, input }) => ctx.core.packages.import(input)),
});
