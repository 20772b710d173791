import { z } from 'zod';
import { reviewerNameSchema, setReviewsSchema } from '../../shared/review/review-change.ts';
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
  reviewer: procedure.query(({ ctx }) => ctx.core.reviews.reviewer()),
  setReviewer: procedure
    .input(z.object({ name: reviewerNameSchema }))
    .mutation(({ ctx, input }) => ctx.core.reviews.setReviewer(input.name)),
});
