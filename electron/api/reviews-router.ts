import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { readableFilterSchema } from '../../shared/results/detection.ts';
import {
  type ReviewHistoryEntry,
  reviewerNameSchema,
  type SetReviewsResult,
  setReviewsSchema,
} from '../../shared/review/review-change.ts';
import { mergeRequestSchema, reviewedDetectionRequestSchema } from '../../shared/review/review-merge.ts';
import {
  type ReviewQueueProgress,
  reviewQueueProgressSchema,
  type SavedReviewQueue,
  savedReviewQueueSchema,
} from '../../shared/review/review-queue.ts';
import {
  attachReviewSchema,
  type ReattachReview,
  reattachReviewSchema,
  unattachedPageSchema,
} from '../../shared/review/unattached-review.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { parseBoundedJson } from '../core/base/bounded-json.ts';
import { writeUnattachedReviews } from '../core/review/create-reviews.ts';
import { getOpenWorkspace } from '../core/workspace/open/get-open-workspace.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { reviewQueueSettings } from '../core/workspace/tables/review-queue-settings.ts';
import { openFile, writeMarkedFile } from './choose-files.ts';
import { query, serve, workspaceQuery } from './serve.ts';
import { type ApiContext, procedure, reads, router, workspaceProcedure, writes } from './trpc.ts';

/** Changes of a detachment, and their inverse. */
type DetachResult = SetReviewsResult & { readonly undo: ReattachReview };

/** Reviews (verdicts, flags and notes), the reviewer's name, undo and merge. */
export const reviewsRouter = router({
  /**
   * Sets the same review change on many detections, in one transaction. Unchanged reviews are not written. Fails with
   * `not-found` when none of the ids is a detection.
   */
  set: workspaceProcedure
    .input(setReviewsSchema)
    .use(writes())
    .mutation(async ({ ctx, input }): Promise<Result<SetReviewsResult>> => {
      const { ids, change, batch } = input;
      const { reviews } = ctx.core;
      const batchInfo = { ...reviews.newBatchInfo(), ...(batch && { batch }) };
      const written = await ctx.workspace.setReviews(ids, change, batchInfo);
      return written.missing.length === new Set(ids).size
        ? fail('not-found', 'None of these detections is in the workspace.')
        : reviews.publish(succeed(written));
    }),
  /**
   * Reverts a batch of changes, as a new batch in the history that can itself be undone. Fails with `not-found`, or with
   * `conflict` when it is undone already or detections of it have been reviewed since.
   */
  undo: workspaceProcedure
    .input(z.object({ batch: z.uuid() }))
    .use(writes())
    .mutation(async ({ ctx: { core, workspace }, input }) =>
      core.reviews.publish(await workspace.undoReviews(input.batch, core.reviews.newBatchInfo())),
    ),
  /** Verdicts, flags and notes whose detections are not in the workspace. */
  unattached: workspaceQuery('unattachedReviews', unattachedPageSchema),
  /**
   * Attaches one of them to a detection; it can be undone as a batch. Fails with `not-found`, or with `conflict` when the
   * detection already has a review.
   */
  attach: workspaceProcedure
    .input(attachReviewSchema)
    .use(writes())
    .mutation(async ({ ctx: { core, workspace }, input }) =>
      core.reviews.publish(await workspace.attachReview(input, core.reviews.newBatchInfo())),
    ),
  /**
   * Detaches a review that was carried over to the detection; returns what undoes it. Fails with `not-found` when it has
   * none.
   */
  detach: workspaceProcedure
    .input(z.object({ detectionId: z.int().positive() }))
    .use(writes())
    .mutation(async ({ ctx, input: { detectionId } }): Promise<Result<DetachResult>> => {
      const detached = await ctx.workspace.detachReview(detectionId);
      if (!detached) {
        return fail('not-found', `The detection ${detectionId} has no review that was carried over to it.`);
      }
      const published = ctx.core.reviews.publish(succeed(detached.written));
      return published.ok ? succeed({ ...published.value, undo: detached.undo }) : published;
    }),
  /** Undoes a detachment. Fails with `not-found`, or with `conflict` when the detection has been reviewed since. */
  reattach: workspaceProcedure
    .input(reattachReviewSchema)
    .use(writes())
    .mutation(async ({ ctx: { core, workspace }, input }) =>
      core.reviews.publish(await workspace.reattachReview(input)),
    ),
  /** Asks the user for a file name, then writes the list. Null when the user cancels. */
  exportUnattached: procedure
    .use(reads)
    .mutation(({ ctx }) =>
      writeMarkedFile(ctx, 'verdicts-without-a-detection.csv', (file) =>
        writeUnattachedReviews(file, ctx.workspace),
      ),
    ),
  /** The detection of a conflict in the preview of a merge or of a case; null when it is not here. */
  detectionId: procedure
    .input(reviewedDetectionRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed((await ctx.workspace.reviewedDetectionId(input)) ?? null)),
  /** The review history of a detection, newest first. Fails with `not-found`. */
  history: procedure
    .input(z.object({ id: z.int().positive() }))
    .use(reads)
    .query(async ({ ctx, input: { id } }): Promise<Result<readonly ReviewHistoryEntry[]>> => {
      const history = await ctx.workspace.reviewHistory(id);
      return history ? succeed(history) : fail('not-found', `The detection ${id} is not in the workspace.`);
    }),
  /** The last batches of changes, newest first, which can be undone even after a restart. */
  batches: procedure
    .input(z.object({ limit: z.int().min(1).max(1000).default(100) }))
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.reviewBatches(input.limit))),
  /** Asks the user for another workspace, or uses the uploaded one, and previews the merge. Null when nothing was chosen. */
  chooseMergeFile: procedure
    .input(uploadIdSchema)
    .use(reads)
    .mutation(({ ctx, input: uploadId }) => {
      const kind = { kind: 'Workspaces', extensions: ['gpkg'] };
      return openFile(ctx, { title: 'Merge the reviews of another workspace', ...kind, uploadId }, (file) =>
        ctx.core.reviews.previewMerge(ctx.workspace, file),
      );
    }),
  merge: workspaceProcedure
    .input(mergeRequestSchema)
    .use(writes())
    .mutation(({ ctx, input }) =>
      ctx.core.reviews.merge(ctx.workspace, input, (workspace, file) =>
        ctx.core.cases.importItems(workspace, file),
      ),
    ),
  ...serve('reviews', { reviewer: query() }),
  setReviewer: procedure
    .input(z.object({ name: reviewerNameSchema }))
    .mutation(({ ctx, input }) => ctx.core.reviews.setReviewer(input.name)),
});

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
