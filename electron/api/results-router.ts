import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { checkFilter } from '../../shared/results/check-filter.ts';
import {
  type DetectionFilter,
  detectionFilterSchema,
  detectionPageSchema,
  detectionPlaceSchema,
  recordPageSchema,
} from '../../shared/results/detection.ts';
import { detectionFieldSchema } from '../../shared/results/detection-field.ts';
import { searchSchema } from '../../shared/results/search.ts';
import {
  distributionRequestSchema,
  groupCountRequestSchema,
  timelineRequestSchema,
} from '../../shared/results/statistics.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { type ApiContext, procedure, router } from './trpc.ts';

/** Fetching results, and looking into those that the workspace holds. */
export const resultsRouter = router({
  previewSearch: procedure.input(searchSchema).query(({ ctx, input }) => ctx.core.fetches.preview(input)),
  startFetch: procedure.input(searchSchema).mutation(({ ctx, input }) => ctx.core.fetches.start(input)),
  counts: procedure
    .input(detectionFilterSchema)
    .query(({ ctx, input }) => withFilter(ctx, input, (workspace) => workspace.counts(input))),
  page: procedure
    .input(detectionPageSchema)
    .query(({ ctx, input }) => withFilter(ctx, input.filter, (workspace) => workspace.detectionPage(input))),
  place: procedure
    .input(detectionPlaceSchema)
    .query(({ ctx, input }) =>
      withFilter(ctx, input.filter, async (workspace) => (await workspace.detectionPlace(input)) ?? null),
    ),
  detections: procedure
    .input(z.array(z.int().positive()).max(1000))
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.detections(input))),
  detail: procedure
    .input(z.int().positive())
    .query(({ ctx, input }) =>
      inWorkspace(ctx, async (workspace) => (await workspace.detectionDetail(input)) ?? null),
    ),
  groupCounts: procedure
    .input(groupCountRequestSchema)
    .query(({ ctx, input }) => withFilter(ctx, input.filter, (workspace) => workspace.groupCounts(input))),
  distribution: procedure
    .input(distributionRequestSchema)
    .query(({ ctx, input }) => withFilter(ctx, input.filter, (workspace) => workspace.distribution(input))),
  timeline: procedure
    .input(timelineRequestSchema)
    .query(({ ctx, input }) => withFilter(ctx, input.filter, (workspace) => workspace.timeline(input))),
  properties: procedure.query(({ ctx }) => inWorkspace(ctx, (workspace) => workspace.properties())),
  fieldValues: procedure
    .input(
      z.object({
        field: detectionFieldSchema,
        part: z.string().max(1000),
        limit: z.int().min(1).max(1000).default(50),
      }),
    )
    .query(({ ctx, input }) =>
      inWorkspace(ctx, (workspace) => workspace.fieldValues(input.field, input.part, input.limit)),
    ),
  recordFootprints: procedure
    .input(z.array(z.string()).max(1000))
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.recordFootprints(input))),
  recordsOfFootprints: procedure
    .input(z.array(z.int().positive()).max(1000))
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.recordsOfFootprints(input))),
  records: procedure
    .input(recordPageSchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.recordPage(input))),
});

async function inWorkspace<T>(
  ctx: ApiContext,
  read: (workspace: Workspace) => Promise<T>,
): Promise<Result<T>> {
  const workspace = ctx.core.workspace();
  if (!workspace) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
  return succeed(await read(workspace));
}

/** The same; a filter whose expression cannot be read is refused. */
async function withFilter<T>(
  ctx: ApiContext,
  filter: DetectionFilter,
  read: (workspace: Workspace) => Promise<T>,
): Promise<Result<T>> {
  const failure = checkFilter(filter);
  return failure ? { ok: false, failure } : inWorkspace(ctx, read);
}
