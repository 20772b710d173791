import path from 'node:path';
import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { reviewerNameSchema, setReviewsSchema } from '../../shared/review/review-change.ts';
import {
  mergeRequestSchema,
  type ReviewMergeSource,
  reviewedDetectionRequestSchema,
} from '../../shared/review/review-merge.ts';
import {
  attachReviewSchema,
  reattachReviewSchema,
  unattachedPageSchema,
} from '../../shared/review/unattached-review.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { procedure, router, workspaceProcedure } from './trpc.ts';

/** A list that was exported to a file. */
type WrittenFile = { readonly name: string; readonly path: string; readonly downloadUrl?: string };

/** Reviews (verdicts, flags and notes), the reviewer's name, undo and merge. */
export const reviewsRouter = router({
  set: workspaceProcedure.input(setReviewsSchema).mutation(({ ctx, input }) => ctx.core.reviews.set(input)),
  undo: workspaceProcedure
    .input(z.object({ batch: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.core.reviews.undo(input.batch)),
  /** Verdicts, flags and notes whose detections are not in the workspace. */
  unattached: procedure
    .input(unattachedPageSchema)
    .query(({ ctx, input }) => ctx.core.reviews.unattached(input)),
  attach: workspaceProcedure
    .input(attachReviewSchema)
    .mutation(({ ctx, input }) => ctx.core.reviews.attach(input)),
  detach: workspaceProcedure
    .input(z.object({ detectionId: z.int().positive() }))
    .mutation(({ ctx, input }) => ctx.core.reviews.detach(input.detectionId)),
  reattach: workspaceProcedure
    .input(reattachReviewSchema)
    .mutation(({ ctx, input }) => ctx.core.reviews.reattach(input)),
  /** Asks the user for a file name, then writes the list. Null when the user cancels. */
  exportUnattached: procedure.mutation(async ({ ctx }): Promise<Result<WrittenFile | null>> => {
    const target = await ctx.host.chooseSaveTarget('verdicts-without-a-detection.csv');
    if (!target) return succeed(null);
    const done = await ctx.core.reviews.writeUnattached(target.path);
    return done.ok ? succeed({ ...target, name: path.basename(target.path) }) : done;
  }),
  /** The detection of a conflict in the preview of a merge or of a case package. */
  detectionId: procedure
    .input(reviewedDetectionRequestSchema)
    .query(({ ctx, input }) => ctx.core.reviews.detectionId(input)),
  history: procedure
    .input(z.object({ id: z.int().positive() }))
    .query(({ ctx, input }) => ctx.core.reviews.history(input.id)),
  batches: procedure
    .input(z.object({ limit: z.int().min(1).max(1000).default(100) }))
    .query(({ ctx, input }) => ctx.core.reviews.batches(input.limit)),
  /** Asks the user for another workspace, or uses the uploaded one, and previews the merge. Null when nothing was chosen. */
  chooseMergeFile: procedure
    .input(uploadIdSchema)
    .mutation(async ({ ctx, input }): Promise<Result<ReviewMergeSource | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Merge the reviews of another workspace',
        kind: 'Workspaces',
        extensions: ['gpkg'],
        uploadId: input,
      });
      return chosen ? ctx.core.reviews.previewMerge(chosen) : succeed(null);
    }),
  merge: workspaceProcedure
    .input(mergeRequestSchema)
    .mutation(({ ctx, input }) => ctx.core.reviews.merge(input)),
  reviewer: procedure.query(({ ctx }) => ctx.core.reviews.reviewer()),
  setReviewer: procedure
    .input(z.object({ name: reviewerNameSchema }))
    .mutation(({ ctx, input }) => ctx.core.reviews.setReviewer(input.name)),
});
