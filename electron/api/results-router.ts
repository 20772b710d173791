import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import {
  detectionPageRequestSchema,
  detectionRowIndexRequestSchema,
  readableFilterSchema,
  recordPageRequestSchema,
} from '../../shared/results/detection.ts';
import { detectionFieldSchema } from '../../shared/results/detection-field.ts';
import { searchSchema } from '../../shared/results/search.ts';
import {
  distributionRequestSchema,
  groupCountRequestSchema,
  timelineRequestSchema,
} from '../../shared/results/statistics.ts';
import { changedRecordsRequestSchema } from '../../shared/searches/record-processors.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { type ApiContext, procedure, router } from './trpc.ts';

/** Fetching results, and querying those in the workspace. */
export const resultsRouter = router({
  previewSearch: procedure.input(searchSchema).query(({ ctx, input }) => ctx.core.fetches.preview(input)),
  startFetch: procedure.input(searchSchema).mutation(({ ctx, input }) => ctx.core.fetches.start(input)),
  counts: procedure
    .input(readableFilterSchema)
    .query(({ ctx, input, signal }) => inWorkspace(ctx, (workspace) => workspace.counts(input, signal))),
  page: procedure
    .input(detectionPageRequestSchema)
    .query(({ ctx, input, signal }) =>
      inWorkspace(ctx, (workspace) => workspace.detectionPage(input, signal)),
    ),
  rowIndex: procedure
    .input(detectionRowIndexRequestSchema)
    .query(({ ctx, input, signal }) =>
      inWorkspace(ctx, async (workspace) => (await workspace.detectionRowIndex(input, signal)) ?? null),
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
    .query(({ ctx, input, signal }) => inWorkspace(ctx, (workspace) => workspace.groupCounts(input, signal))),
  distribution: procedure
    .input(distributionRequestSchema)
    .query(({ ctx, input, signal }) =>
      inWorkspace(ctx, (workspace) => workspace.distribution(input, signal)),
    ),
  timeline: procedure
    .input(timelineRequestSchema)
    .query(({ ctx, input, signal }) => inWorkspace(ctx, (workspace) => workspace.timeline(input, signal))),
  properties: procedure.query(({ ctx }) => inWorkspace(ctx, (workspace) => workspace.properties())),
  parameters: procedure.query(({ ctx }) => inWorkspace(ctx, (workspace) => workspace.parameters())),
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
  recordProcessors: procedure
    .input(z.string())
    .query(({ ctx, input }) =>
      inWorkspace(ctx, async (workspace) => (await workspace.recordProcessors(input)) ?? null),
    ),
  changedRecords: procedure
    .input(changedRecordsRequestSchema)
    .query(({ ctx, input }) => inWorkspace(ctx, (workspace) => workspace.changedRecords(input))),
  records: procedure
    .input(recordPageRequestSchema)
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
