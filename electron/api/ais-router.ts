import { z } from 'zod';
import {
  type AisDecision,
  aisDecisionSchema,
  aisFileExtensions,
  aisMappingSchema,
} from '../../shared/ais/ais-file.ts';
import { aisPublishers } from '../../shared/ais/read/ais-columns.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import type { Core } from '../core/core.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { openFile } from './choose-files.ts';
import { workspaceQuery } from './serve.ts';
import { procedure, router, workspaceChange, workspaceProcedure, writes } from './trpc.ts';

/** AIS files, what is derived from them, and what the user decided. */
export const aisRouter = router({
  files: workspaceQuery('aisFiles'),
  /** The passes with a file of their time and what came of matching them, and how many others there are. */
  outcomes: workspaceQuery('aisOverview'),
  /** The contacts in the image of a pass, with their tracks; none for a pass without an outcome. */
  contacts: workspaceQuery('aisContacts', z.string().max(10_000)),
  /** Null for a detection whose pass no file was read for, and for one that is no ship. */
  ofDetection: workspaceQuery('aisOfDetection', z.int().positive()),
  /** Ids of the detections whose match is ambiguous and not decided. */
  undecided: workspaceQuery('aisUndecided'),
  /**
   * Previews the uploaded file or, without one, a file or folder that the user chooses; `replaces` names an imported file that is
   * read again. Null when nothing was chosen.
   */
  previewFile: procedure
    .input(
      z.object({
        uploadId: uploadIdSchema,
        from: z.enum(['file', 'folder']).default('file'),
        replaces: z.uuid().nullable().default(null),
      }),
    )
    .mutation(async ({ ctx, input: { uploadId, from, replaces } }) => {
      const request = { title: 'Import AIS reports', kind: 'AIS reports', extensions: aisFileExtensions };
      if (from === 'folder') {
        const [folder] = await ctx.host.chooseOpenFiles({ ...request, from });
        return folder ? ctx.core.ais.preview(folder, replaces) : succeed(null);
      }
      return openFile(ctx, { ...request, uploadId }, (file) => ctx.core.ais.preview(file, replaces));
    }),
  /** Format of times in columns that are not those of the preview. */
  readTimes: procedure
    .input(
      z.object({
        file: z.uuid(),
        columns: aisMappingSchema.shape.columns,
        publisher: z.enum(aisPublishers).nullable(),
      }),
    )
    .query(({ ctx, input: { file, columns, publisher } }) =>
      ctx.core.ais.readTimes(file, columns, publisher),
    ),
  importFile: procedure
    .input(
      z.object({
        file: z.uuid(),
        mapping: aisMappingSchema,
        publisher: z.enum(aisPublishers).nullable(),
        replaces: z.uuid().nullable().default(null),
        follows: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input: { file, ...options } }) => ctx.core.ais.start(file, options)),
  removeFile: workspaceChange('ais', z.uuid(), async (workspace, id, { core }) => {
    if (!(await workspace.deleteAisFile(id))) return fail('not-found', 'This file was removed before.');
    await core.ais.update();
    return succeed(null);
  }),
  /** Ends reading the new files of a folder. */
  unfollowFolder: workspaceChange('ais', z.uuid(), async (workspace, id) =>
    (await workspace.setAisFolder(id, null))
      ? succeed(null)
      : fail('not-found', 'This file was removed before.'),
  ),
  /** Records a decision. Fails with `conflict` when another one than `expected` was made before. */
  decide: workspaceProcedure
    .input(aisDecisionSchema)
    .use(writes('ais'))
    .mutation(({ ctx, input: { workspace: _, ...decision } }) => decide(ctx, [decision])),
  /** Records several decisions, all or none. */
  decideAll: workspaceProcedure
    .input(z.object({ decisions: z.array(aisDecisionSchema).max(100_000) }))
    .use(writes('ais'))
    .mutation(({ ctx, input }) => decide(ctx, input.decisions)),
});

async function decide(
  { core, workspace }: { readonly core: Pick<Core, 'reviews'>; readonly workspace: Workspace },
  decisions: readonly AisDecision[],
): Promise<Result<null>> {
  const done = await workspace.decideAis(decisions, { by: core.reviews.reviewer().name, at: nowUtc() });
  if (done === 'missing') return fail('not-found', 'This detection does not exist.');
  if (done === 'conflict')
    return fail('conflict', 'Another window has decided about this detection. Nothing was changed.');
  await workspace.clearCaches();
  return succeed(null);
}
