import { z } from 'zod';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { checkFilter } from '../../shared/results/check-filter.ts';
import { detectionFilterSchema } from '../../shared/results/detection.ts';
import {
  type KeptReviewQueue,
  keptReviewQueueSchema,
  type ReviewQueuePlace,
  reviewQueuePlaceSchema,
} from '../../shared/review/review-queue.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { type ApiContext, procedure, router } from './trpc.ts';

/** Apart from its list, which may be long and does not change, its place is written with every verdict. */
const keys = { queue: 'review-queue', place: 'review-queue place' } as const;

/** The queue of detections to be judged that the workspace keeps, one at a time. */
export const reviewQueueRouter = router({
  kept: procedure.query(({ ctx }) =>
    inWorkspace(ctx, async (workspace) => {
      const [queue, place] = await Promise.all([
        workspace.getSetting(keys.queue),
        workspace.getSetting(keys.place),
      ]);
      return queue ? readKept(queue, place) : null;
    }),
  ),
  keep: procedure
    .input(z.object({ queue: keptReviewQueueSchema, place: reviewQueuePlaceSchema }))
    .mutation(({ ctx, input: { queue, place } }) =>
      toWrite(ctx, async (workspace) => {
        await workspace.putSetting(keys.queue, JSON.stringify(queue));
        await workspace.putSetting(keys.place, JSON.stringify(place));
      }),
    ),
  place: procedure
    .input(reviewQueuePlaceSchema)
    .mutation(({ ctx, input }) =>
      toWrite(ctx, (workspace) => workspace.putSetting(keys.place, JSON.stringify(input))),
    ),
  /** How many detections of each image a queue by image (`/feed/queue?order=pass`) has, in its order. */
  passes: procedure.input(detectionFilterSchema).query(({ ctx, input }) => {
    const failure = checkFilter(input);
    return failure
      ? { ok: false as const, failure }
      : inWorkspace(ctx, (workspace) => workspace.queuePasses(input));
  }),
  forget: procedure.mutation(({ ctx }) =>
    toWrite(ctx, async (workspace) => {
      await workspace.putSetting(keys.queue, '');
      await workspace.putSetting(keys.place, '');
    }),
  ),
});

/** What was kept; null where it cannot be read, since nothing but a place in a list is lost with it. */
function readKept(
  queue: string,
  place: string | undefined,
): { readonly queue: KeptReviewQueue; readonly place: ReviewQueuePlace } | null {
  const kept = z
    .object({ queue: keptReviewQueueSchema, place: reviewQueuePlaceSchema })
    .safeParse({ queue: parseJson(queue), place: parseJson(place ?? '') });
  return kept.data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function inWorkspace<T>(
  ctx: ApiContext,
  work: (workspace: Workspace) => Promise<T>,
): Promise<Result<T>> {
  const workspace = ctx.core.workspace();
  if (!workspace) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
  return succeed(await work(workspace));
}

/** In a workspace that is read-only nothing is kept, and nothing can be judged either. */
async function toWrite(
  ctx: ApiContext,
  work: (workspace: Workspace) => Promise<void>,
): Promise<Result<null>> {
  return inWorkspace(ctx, async (workspace) => {
    if (workspace.readOnly === undefined) await work(workspace);
    return null;
  });
}
