import { z } from 'zod';
import { maxPlaceLabels, placeLabelChangeSchema } from '../../shared/fixed-objects/place-label.ts';
import { formatCount } from '../../shared/format.ts';
import { passAreaSharesRequestSchema, passKeySchema, passPageRequestSchema, passShareRequestSchema, passStopsRequestSchema } from '../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { detectionFieldSchema } from '../../shared/results/detection-field.ts';
import { detectionPageRequestSchema, detectionRowIndexRequestSchema, readableFilterSchema, recordPageRequestSchema } from '../../shared/results/detection.ts';
import { maxCorrections } from '../../shared/results/merge-corrections.ts';
import { propertyCorrectionChangeSchema } from '../../shared/results/property-correction.ts';
import { problemPageRequestSchema } from '../../shared/results/record-problem-page.ts';
import { searchSchema } from '../../shared/results/search.ts';
import { distributionRequestSchema, groupCountRequestSchema, timelineRequestSchema } from '../../shared/results/statistics.ts';
import { changedRecordsRequestSchema } from '../../shared/searches/record-processors.ts';
import { nowUtc } from '../../shared/time.ts';
import { toWriteResult } from '../core/workspace/open/get-open-workspace.ts';
import { procedure, reads, router, writes } from './trpc.ts';

/** Fetching results, and querying those in the workspace. */
export const resultsRouter = router({
  previewSearch: procedure.input(searchSchema).query(({ ctx, input }) => ctx.core.fetches.preview(input)),
  startFetch: procedure.input(searchSchema).mutation(({ ctx, input }) => ctx.core.fetches.start(input)),
  counts: procedure
    .input(readableFilterSchema)
    .use(reads)
    .query(async ({ ctx, input, signal }) => succeed(await ctx.workspace.counts(input, signal))),
  page: procedure
    .input(detectionPageRequestSchema)
    .use(reads)
    .query(async ({ ctx, input, signal }) => succeed(await ctx.workspace.detectionPage(input, signal))),
  rowIndex: procedure
    .input(detectionRowIndexRequestSchema)
    .use(reads)
    .query(async ({ ctx, input, signal }) =>
      succeed((await ctx.workspace.detectionRowIndex(input, signal)) ?? null),
    ),
  detections: procedure
    .input(z.array(z.int().positive()).max(1000))
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.detections(input))),
  detail: procedure
    .input(z.int().positive())
    .use(reads)
    .query(async ({ ctx, input }) => succeed((await ctx.workspace.detectionDetail(input)) ?? null)),
  /** What the looks at the place of a detection show; null when it does not exist. */
  presence: procedure
    .input(z.int().positive())
    .use(reads)
    .query(async ({ ctx, input, signal }) =>
      succeed((await ctx.workspace.detectionPresence(input, signal)) ?? null),
    ),
  /** Replaces what a user has stated about a place. Fails with `conflict` when that was changed since. */
  labelPlace: procedure
    .input(placeLabelChangeSchema)
    .use(writes('results'))
    .mutation(async ({ ctx, input }) => {
      const info = { by: ctx.core.reviews.reviewer().name, at: nowUtc() };
      const done = await ctx.workspace.changePlaceLabel(input, info);
      if (done === 'conflict') {
        return fail('conflict', 'Another window has changed the label of this place. Nothing was changed.');
      }
      return done === 'too-many'
        ? fail('invalid-input', `A workspace has at most ${formatCount(maxPlaceLabels)} labels of places.`)
        : succeed(null);
    }),
  groupCounts: procedure
    .input(groupCountRequestSchema)
    .use(reads)
    .query(async ({ ctx, input, signal }) => succeed(await ctx.workspace.groupCounts(input, signal))),
  distribution: procedure
    .input(distributionRequestSchema)
    .use(reads)
    .query(async ({ ctx, input, signal }) => succeed(await ctx.workspace.distribution(input, signal))),
  timeline: procedure
    .input(timelineRequestSchema)
    .use(reads)
    .query(async ({ ctx, input, signal }) => succeed(await ctx.workspace.timeline(input, signal))),
  properties: procedure.use(reads).query(async ({ ctx }) => succeed(await ctx.workspace.properties())),
  /** Sets or removes the corrected meaning of a property. Fails with `conflict` when it has been changed since. */
  correct: procedure
    .input(propertyCorrectionChangeSchema)
    .use(writes('results'))
    .mutation(async ({ ctx, input }) => toCorrected(await ctx.workspace.correctProperties([input]))),
  /** The same for several, all or none. */
  correctAll: procedure
    .input(z.array(propertyCorrectionChangeSchema).max(maxCorrections))
    .use(writes('results'))
    .mutation(async ({ ctx, input }) => toCorrected(await ctx.workspace.correctProperties(input))),
  parameters: procedure.use(reads).query(async ({ ctx }) => succeed(await ctx.workspace.parameters())),
  fieldValues: procedure
    .input(
      z.object({
        field: detectionFieldSchema,
        part: z.string().max(1000),
        limit: z.int().min(1).max(1000).default(50),
      }),
    )
    .use(reads)
    .query(async ({ ctx, input }) =>
      succeed(await ctx.workspace.fieldValues(input.field, input.part, input.limit)),
    ),
  recordFootprints: procedure
    .input(z.array(z.string()).max(1000))
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.recordFootprints(input))),
  recordsOfFootprints: procedure
    .input(z.array(z.int().positive()).max(1000))
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.recordsOfFootprints(input))),
  recordProcessors: procedure
    .input(z.string())
    .use(reads)
    .query(async ({ ctx, input }) => succeed((await ctx.workspace.recordProcessors(input)) ?? null)),
  changedRecords: procedure
    .input(changedRecordsRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.changedRecords(input))),
  records: procedure
    .input(recordPageRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.recordPage(input))),
});

function toCorrected(changedSince: string | null): Result<null> {
  if (changedSince === null) return succeed(null);
  return fail('conflict', `The meaning of “${changedSince}” has been changed since.`);
}

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

/** A record's raw JSON as text for display. */
type RawRecordText = {
  readonly text: string;
  readonly bytes: number;
  /** Whether the text was truncated. */
  readonly isCut: boolean;
};

/** The maximum number of bytes of a record that are displayed. */
const maxShownBytes = 1_000_000;

/** Problems found while parsing records, and the raw records. */
export const problemsRouter = router({
  page: procedure
    .input(problemPageRequestSchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed(await ctx.workspace.problemPage(input))),
  locations: procedure.use(reads).query(async ({ ctx }) => succeed(await ctx.workspace.problemLocations())),
  rawRecord: procedure
    .input(z.string())
    .use(reads)
    .query(async ({ ctx, input }): Promise<Result<RawRecordText>> => {
      const read = await toWriteResult(ctx.workspace.rawRecord(input));
      if (!read.ok) return read;
      const bytes = read.value;
      if (!bytes) return fail('not-found', `The workspace does not have the raw record ${input}.`);
      return succeed({
        text: new TextDecoder().decode(bytes.subarray(0, maxShownBytes)),
        bytes: bytes.length,
        isCut: bytes.length > maxShownBytes,
      });
    }),
});
