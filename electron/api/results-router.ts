import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { detectionFilterSchema, detectionPageSchema } from '../../shared/results/detection.ts';
import { searchSchema } from '../../shared/results/search.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { type ApiContext, procedure, router } from './trpc.ts';

/** Fetching results, and looking into those that the workspace holds. */
export const resultsRouter = router({
  previewSearch: procedure.input(searchSchema).query(({ ctx, input }) => ctx.core.fetches.preview(input)),
  startFetch: procedure.input(searchSchema).mutation(({ ctx, input }) => ctx.core.fetches.start(input)),
  counts: procedure
    .input(detectionFilterSchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.counts(input))),
  page: procedure
    .input(detectionPageSchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.detectionPage(input))),
  detections: procedure
    .input(z.array(z.int().positive()).max(1000))
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.detections(input))),
  detail: procedure
    .input(z.int().positive())
    .query(({ ctx, input }) =>
      inWorkspace(ctx, async (workspace) => (await workspace.detectionDetail(input)) ?? null),
    ),
  problems: procedure.query(({ ctx }) => inWorkspace(ctx, (workspace) => workspace.listProblems(1000))),
  chipStats: procedure.query(({ ctx }) => ctx.core.chips.stats()),
});

async function inWorkspace<T>(
  ctx: ApiContext,
  read: (workspace: Workspace) => Promise<T>,
): Promise<Result<T>> {
  const workspace = ctx.core.workspace();
  if (!workspace) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
  return succeed(await read(workspace));
}
