import path from 'node:path';
import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import {
  type ReviewHistoryEntry,
  reviewerNameSchema,
  type SetReviewsResult,
  setReviewsSchema,
} from '../../shared/review/review-change.ts';
import {
  mergeRequestSchema,
  type ReviewMergeSource,
  reviewedDetectionRequestSchema,
} from '../../shared/review/review-merge.ts';
import {
  attachReviewSchema,
  type ReattachReview,
  reattachReviewSchema,
  unattachedPageSchema,
} from '../../shared/review/unattached-review.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { writeUnattachedReviews } from '../core/review/write-unattached-reviews.ts';
import { chooseMarkedTarget } from './choose-marked-target.ts';
import { query, serve, workspaceQuery } from './serve.ts';
import { procedure, reads, router, workspaceProcedure, writes } from './trpc.ts';

/** A list that was exported to a file. */
type WrittenFile = { readonly name: string; readonly path: string; readonly downloadUrl?: string };

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
  exportUnattached: procedure.use(reads).mutation(async ({ ctx }): Promise<Result<WrittenFile | null>> => {
    const target = await chooseMarkedTarget(ctx, 'verdicts-without-a-detection.csv');
    if (!target) return succeed(null);
    const done = await writeUnattachedReviews(target.path, ctx.workspace);
    return done.ok ? succeed({ ...target, name: path.basename(target.path) }) : done;
  }),
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
    .mutation(async ({ ctx, input }): Promise<Result<ReviewMergeSource | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Merge the reviews of another workspace',
        kind: 'Workspaces',
        extensions: ['gpkg'],
        uploadId: input,
      });
      return chosen ? ctx.core.reviews.previewMerge(ctx.workspace, chosen) : succeed(null);
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
