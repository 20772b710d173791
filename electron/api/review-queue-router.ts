import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { readableFilterSchema } from '../../shared/results/detection.ts';
import {
  type ReviewQueueProgress,
  reviewQueueProgressSchema,
  type SavedReviewQueue,
  savedReviewQueueSchema,
} from '../../shared/review/review-queue.ts';
import { parseBoundedJson } from '../core/base/bounded-json.ts';
import { getOpenWorkspace } from '../core/workspace/open/get-open-workspace.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { reviewQueueSettings } from '../core/workspace/tables/review-queue-settings.ts';
import { workspaceQuery } from './serve.ts';
import { type ApiContext, procedure, reads, router, workspaceProcedure } from './trpc.ts';

/** The review queue that is saved in the workspace; there is at most one. */
export const reviewQueueRouter = router({
  saved: procedure.use(reads).query(async ({ ctx: { workspace } }) => {
    const [queue, position] = await Promise.all([
      workspace.getSetting(reviewQueueSettings.queue),
      workspace.getSetting(reviewQueueSettings.place),
    ]);
    return succeed(queue ? readSaved(queue, position) : null);
  }),
  save: workspaceProcedure
    .input(z.object({ queue: savedReviewQueueSchema, position: reviewQueueProgressSchema }))
    .mutation(({ ctx, input: { queue, position } }) =>
      write(ctx, async (workspace) => {
        await workspace.saveSetting(reviewQueueSettings.queue, JSON.stringify(queue));
        await workspace.saveSetting(reviewQueueSettings.place, JSON.stringify(position));
      }),
    ),
  savePosition: workspaceProcedure
    .input(reviewQueueProgressSchema)
    .mutation(({ ctx, input: { workspace: _named, ...position } }) =>
      write(ctx, (workspace) => workspace.saveSetting(reviewQueueSettings.place, JSON.stringify(position))),
    ),
  /** The number of detections of each image in a queue by image (`/feed/queue?order=pass`), in queue order. */
  passCounts: workspaceQuery('queuePasses', readableFilterSchema),
  clear: workspaceProcedure.mutation(({ ctx }) =>
    write(ctx, async (workspace) => {
      await workspace.saveSetting(reviewQueueSettings.queue, '');
      await workspace.saveSetting(reviewQueueSettings.place, '');
    }),
  ),
});

/** The saved queue; null when it cannot be parsed, since only a position in a list is lost with it. */
function readSaved(
  queue: string,
  position: string | undefined,
): { readonly queue: SavedReviewQueue; readonly place: ReviewQueueProgress } | null {
  const parsed = z
    .object({ queue: savedReviewQueueSchema, place: reviewQueueProgressSchema })
    .safeParse({ queue: parseBoundedJson(queue), place: parseBoundedJson(position ?? '') });
  return parsed.data ?? null;
}

/** Runs `task` unless the workspace is read-only: then no review can be set either, so there is nothing to save. */
async function write(
  { core }: ApiContext,
  task: (workspace: Workspace) => Promise<void>,
): Promise<Result<null>> {
  const opened = getOpenWorkspace(core.workspace);
  if (!opened.ok) return opened;
  if (opened.value.readOnly === undefined) await task(opened.value);
  return succeed(null);
}
