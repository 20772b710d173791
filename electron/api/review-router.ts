import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { reviewerNameSchema, setReviewsSchema } from '../../shared/review/review-change.ts';
import { mergeRequestSchema, type OfferedReviews } from '../../shared/review/review-merge.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { procedure, router } from './trpc.ts';

/** Verdicts, flags and notes, who said them, and taking them back. */
export const reviewRouter = router({
  set: procedure.input(setReviewsSchema).mutation(({ ctx, input }) => ctx.core.reviews.set(input)),
  undo: procedure
    .input(z.object({ batch: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.core.reviews.undo(input.batch)),
  history: procedure
    .input(z.object({ id: z.int().positive() }))
    .query(({ ctx, input }) => ctx.core.reviews.history(input.id)),
  batches: procedure
    .input(z.object({ limit: z.int().min(1).max(1000).default(100) }))
    .query(({ ctx, input }) => ctx.core.reviews.batches(input.limit)),
  /** Asks the user for another workspace, or takes the one that was sent. Null when nothing was chosen. */
  chooseMerge: procedure
    .input(uploadIdSchema)
    .mutation(async ({ ctx, input }): Promise<Result<OfferedReviews | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Merge the reviews of another workspace',
        kind: 'Workspaces',
        extensions: ['gpkg'],
        uploadId: input,
      });
      return chosen ? ctx.core.reviews.offerMerge(chosen) : succeed(null);
    }),
  merge: procedure.input(mergeRequestSchema).mutation(({ ctx, input }) => ctx.core.reviews.merge(input)),
  reviewer: procedure.query(({ ctx }) => ctx.core.reviews.reviewer()),
  setReviewer: procedure
    .input(z.object({ name: reviewerNameSchema }))
    .mutation(({ ctx, input }) => ctx.core.reviews.setReviewer(input.name)),
});
