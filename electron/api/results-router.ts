import { z } from 'zod';
import {
  maxPlaceLabels,
  type PlaceLabelChange,
  placeLabelChangeSchema,
} from '../../shared/fixed-objects/place-label.ts';
import { formatCount } from '../../shared/format.ts';
import {
  passAreaSharesRequestSchema,
  passKeySchema,
  passPageRequestSchema,
  passShareRequestSchema,
  passStopsRequestSchema,
} from '../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import {
  detectionPageRequestSchema,
  detectionRowIndexRequestSchema,
  readableFilterSchema,
  recordPageRequestSchema,
} from '../../shared/results/detection.ts';
import { detectionFieldSchema } from '../../shared/results/detection-field.ts';
import { maxCorrections } from '../../shared/results/merge-corrections.ts';
import {
  type PropertyCorrectionChange,
  propertyCorrectionChangeSchema,
} from '../../shared/results/property-correction.ts';
import { problemPageRequestSchema } from '../../shared/results/record-problem-page.ts';
import { searchSchema } from '../../shared/results/search.ts';
import {
  distributionRequestSchema,
  groupCountRequestSchema,
  timelineRequestSchema,
} from '../../shared/results/statistics.ts';
import { changedRecordsRequestSchema } from '../../shared/searches/record-processors.ts';
import { nowUtc } from '../../shared/time.ts';
import { toWriteResult } from '../core/workspace/open/get-open-workspace.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { query, serve, workspaceQuery } from './serve.ts';
import { type ApiContext, procedure, reads, router, workspaceChange } from './trpc.ts';

/** Fetching results, and querying those in the workspace. */
export const resultsRouter = router({
  previewSearch: serve('fetches', { preview: query(searchSchema) }).preview,
  startFetch: procedure.input(searchSchema).mutation(({ ctx, input }) => ctx.core.fetches.start(input)),
  counts: workspaceQuery('counts', readableFilterSchema),
  page: workspaceQuery('detectionPage', detectionPageRequestSchema),
  rowIndex: workspaceQuery('detectionRowIndex', detectionRowIndexRequestSchema),
  detections: workspaceQuery('detections', z.array(z.int().positive()).max(1000)),
  detail: workspaceQuery('detectionDetail', z.int().positive()),
  /** Presence that the passes over the place of a detection show; null when it does not exist. */
  presence: workspaceQuery('detectionPresence', z.int().positive()),
  /** Replaces what a user has stated about a place. Fails with `conflict` when that was changed since. */
  labelPlace: workspaceChange('results', placeLabelChangeSchema, (workspace, change, ctx) =>
    labelPlaces(workspace, [change], ctx),
  ),
  /** Does so for several places, all or none. */
  labelPlaces: workspaceChange('results', z.array(placeLabelChangeSchema).max(maxPlaceLabels), labelPlaces),
  groupCounts: workspaceQuery('groupCounts', groupCountRequestSchema),
  distribution: workspaceQuery('distribution', distributionRequestSchema),
  timeline: workspaceQuery('timeline', timelineRequestSchema),
  properties: workspaceQuery('properties'),
  /** Sets or removes the corrected meaning of a property. Fails with `conflict` when it has been changed since. */
  correct: workspaceChange('results', propertyCorrectionChangeSchema, (workspace, change) =>
    correctProperties(workspace, [change]),
  ),
  /** The same for several, all or none. */
  correctAll: workspaceChange(
    'results',
    z.array(propertyCorrectionChangeSchema).max(maxCorrections),
    correctProperties,
  ),
  parameters: workspaceQuery('parameters'),
  fieldValues: procedure
    .input(
      z.object({
        field: detectionFieldSchema,
        part: z.string().max(1000),
        limit: z.int().min(1).max(1000).default(50),
      }),
    )
    .use(reads)
    .query(async ({ ctx, input: { field, part, limit } }) =>
      succeed(await ctx.workspace.fieldValues(field, part, limit)),
    ),
  recordFootprints: workspaceQuery('recordFootprints', z.array(z.string()).max(1000)),
  recordsOfFootprints: workspaceQuery('recordsOfFootprints', z.array(z.int().positive()).max(1000)),
  recordProcessors: workspaceQuery('recordProcessors', z.string()),
  changedRecords: workspaceQuery('changedRecords', changedRecordsRequestSchema),
  records: workspaceQuery('recordPage', recordPageRequestSchema),
});

async function labelPlaces(
  workspace: Workspace,
  changes: readonly PlaceLabelChange[],
  { core }: Pick<ApiContext, 'core'>,
): Promise<Result<null>> {
  const info = { by: core.reviews.reviewer().name, at: nowUtc() };
  const done = await workspace.changePlaceLabels(changes, info);
  if (done === 'conflict') {
    return fail('conflict', 'What is stated about this place was changed elsewhere. Nothing was changed.');
  }
  return done === 'too-many'
    ? fail(
        'invalid-input',
        `A workspace has at most ${formatCount(maxPlaceLabels)} labels of places. Remove others first.`,
      )
    : succeed(null);
}

async function correctProperties(
  workspace: Workspace,
  changes: readonly PropertyCorrectionChange[],
): Promise<Result<null>> {
  const changedSince = await workspace.correctProperties(changes);
  if (changedSince === null) return succeed(null);
  return fail('conflict', `The meaning of “${changedSince}” has been changed since.`);
}

/** The maximum number of image outlines in one request. */
const maxOutlines = 2_000;

/** Passes: the images that the workspace's records were derived from. */
export const passesRouter = router({
  page: workspaceQuery('passPage', passPageRequestSchema),
  /** Null when the workspace has no such image (any more). */
  detail: workspaceQuery('passDetail', passKeySchema),
  outlines: workspaceQuery('passOutlines', z.array(passKeySchema).max(maxOutlines)),
  /** A filter that matches only the image's detections; null when there is no such image. */
  filter: workspaceQuery('passFilter', passKeySchema),
  /** Ids of the image's detections, ascending. */
  ids: procedure
    .input(passKeySchema)
    .use(reads)
    .query(async ({ ctx, input }) => succeed([...(await ctx.workspace.passIds(input))])),
  /** Images that show a part of a view, by time. */
  stops: workspaceQuery('passStops', passStopsRequestSchema),
  /** Share of a view that an image shows. */
  share: workspaceQuery('passShare', passShareRequestSchema),
  /** Share of a filter's area that images show. */
  areaShares: workspaceQuery('passAreaShares', passAreaSharesRequestSchema),
  /** Number of matching images that show a place, by the name of its port. */
  looks: workspaceQuery('placePassCounts', readableFilterSchema),
  /** The workspace's records made from an image. */
  records: workspaceQuery('passRecords', passKeySchema),
  /** Keys of a record's images, in its order. */
  ofRecord: workspaceQuery('passesOfRecord', z.string()),
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
  page: workspaceQuery('problemPage', problemPageRequestSchema),
  locations: workspaceQuery('problemLocations'),
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
