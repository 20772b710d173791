import { z } from 'zod';
import { exportScopeSchema } from '../../shared/exchange/export-request.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { markingSchema } from '../../shared/marking.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { caseImportSchema } from '../../shared/workspace/case-import.ts';
import { type OpenedFile, workspaceExtension } from '../../shared/workspace/opened-file.ts';
import { uploadIdSchema, workspaceNameSchema } from '../../shared/workspace/workspace-file.ts';
import { markingKey, markingOf } from '../core/workspace/read/marking.ts';
import { chooseMarkedTarget, openFile } from './choose-files.ts';
import { mutation, query, serve } from './serve.ts';
import { procedure, reads, router, workspaceChange } from './trpc.ts';

/** Workspace files as a whole. */
export const workspaceRouter = router({
  ...serve('workspaceTools', {
    overview: query(),
    compact: mutation(),
    rebuild: mutation(z.uuid().nullable()),
    open: mutation(z.uuid()),
    openMissing: mutation(),
    openNew: mutation(workspaceNameSchema),
    rename: mutation(workspaceNameSchema),
  }),
  files: serve('workspaceTools', { list: query() }).list,
  /** Asks the user for a file to write, then starts the job. Null when the user cancelled. */
  saveCopy: procedure.mutation(async ({ ctx }): Promise<Result<Job | null>> => {
    const target = await chooseMarkedTarget(ctx, 'workspace.gpkg');
    return target ? ctx.core.workspaceTools.saveCopy(target) : succeed(null);
  }),
  /** Asks the user for a file, or uses the uploaded one, and inspects it. Null when nothing was chosen. */
  choose: procedure.input(uploadIdSchema).mutation(({ ctx, input: uploadId }) => {
    const request = { title: 'Open a workspace', kind: 'Workspaces', extensions: [workspaceExtension] };
    return openFile(ctx, { ...request, uploadId }, ctx.core.workspaceTools.inspectFile);
  }),
  /** The file that the user opened with Sightline in the desktop's file manager; null when there is none. */
  takeOpenedFile: procedure.mutation(
    ({ ctx }): Result<OpenedFile | null> => succeed(ctx.host.takeOpenedFile()),
  ),
  /** The marking of the open workspace; `''` for none. */
  marking: procedure.use(reads).query(async ({ ctx }) => succeed(await markingOf(ctx.workspace))),
  setMarking: workspaceChange('marking', markingSchema, async (workspace, marking) =>
    succeed(await workspace.saveSetting(markingKey, marking)),
  ),
  /** Contents of the workspace that a case would leave behind, in words. */
  planCase: serve('cases', {
    plan: query(z.object({ scope: exportScopeSchema, withLayers: z.boolean(), withRules: z.boolean() })),
  }).plan,
  /** Asks the user for a file to write, then starts the job. Null when the user cancelled. */
  writeCase: procedure
    .input(
      z.object({
        scope: exportScopeSchema,
        scopeWords: z.string().max(2000),
        withChips: z.boolean(),
        withLayers: z.boolean(),
        withRules: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const target = await chooseMarkedTarget(ctx, `case.${workspaceExtension}`);
      return target ? ctx.core.cases.write({ ...input, target }) : succeed(null);
    }),
  /** Asks the user for a case, or uses the uploaded one, and checks it. Null when nothing was chosen. */
  chooseCase: procedure.input(uploadIdSchema).mutation(({ ctx, input: uploadId, signal }) => {
    const request = { title: 'Open a case', kind: 'Cases', extensions: [workspaceExtension], uploadId };
    return openFile(ctx, request, (file) => ctx.core.cases.inspect(file, signal));
  }),
  importCase: serve('cases', { import: mutation(caseImportSchema) }).import,
});
