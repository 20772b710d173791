import { z } from 'zod';
import {
  passAreaSharesRequestSchema,
  passKeySchema,
  passPageRequestSchema,
  passShareRequestSchema,
  passStopsRequestSchema,
} from '../../shared/passes/pass.ts';
import { succeed } from '../../shared/result.ts';
import { readableFilterSchema } from '../../shared/results/detection.ts';
import { procedure, reads, router } from './trpc.ts';

/** The maximum number of image outlines in one request. */
const maxOutlines = 2_000;

/** Passes: the images that the workspace's records were derived from. */
export const passesRouter = router({
  page: procedure
    .input(passPageRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.passPage(input))),
  /** Null when the workspace has no such image (any more). */
  detail: procedure
    .input(passKeySchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed((await ctx.workspace.passDetail(input)) ?? null)),
  outlines: procedure
    .input(z.array(passKeySchema).max(maxOutlines))
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.passOutlines(input))),
  /** A filter that matches only the image's detections; null when there is no such image. */
  filter: procedure
    .input(passKeySchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed((await ctx.workspace.passFilter(input)) ?? null)),
  /** Ids of the image's detections, ascending. */
  ids: procedure
    .input(passKeySchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed([...(await ctx.workspace.passIds(input))])),
  /** Images that show a part of a view, by time. */
  stops: procedure
    .input(passStopsRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.passStops(input))),
  /** How much of a view an image shows. */
  share: procedure
    .input(passShareRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.passShare(input))),
  /** How much of a filter's area images show. */
  areaShares: procedure
    .input(passAreaSharesRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.passAreaShares(input))),
  /** How many of the images that match a filter show a place, by the name of its port. */
  looks: procedure
    .input(readableFilterSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.placeLooks(input))),
  /** The workspace's records made from an image. */
  records: procedure
    .input(passKeySchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.passRecords(input))),
  /** Keys of a record's images, in its order. */
  ofRecord: procedure
    .input(z.string())
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.passesOfRecord(input))),
});
